import { createHash } from 'node:crypto';
import { schemaName } from '../../engine/store/migrations.ts';
import { isCell } from '../../engine/store/backup/read.ts';
import type { StoredTable } from '../../engine/store/backup/tables.ts';
import { storedTables, tablesOfSpace } from './tables.ts';
import { visible } from '../../engine/store/moves.ts';
import { version } from '../../version.ts';
import { Damaged } from './damaged.ts';
import { format, type BackupHeader, type End, type Header, type MoveHeader, type BackupSection } from './format.ts';
import { linesIn } from './lines.ts';

/** What is done with the content of a file while it is read. */
export interface BackupReader<Kind extends Header = Header> {
  header?(header: Kind): Promise<void>;
  /** Some rows of a table, each as JSON. */
  rows?(table: StoredTable, rows: readonly string[]): Promise<void>;
}

/** What a complete file says about itself. */
export interface Contents<Kind extends Header = Header> {
  header: Kind;
  rows: Readonly<Record<string, number>>;
}

type Chunks = AsyncIterable<Buffer>;

/** Reads a whole backup. Throws `Damaged` unless it is complete, unchanged and of this release: rows can be used only after that. */
export const readBackup = (chunks: Chunks, reading?: BackupReader<BackupHeader>): Promise<Contents<BackupHeader>> =>
  readFile(chunks, only('backup', reading)) as Promise<Contents<BackupHeader>>;

/** Reads the whole file of a space that moves, in the same way. */
export const readMove = (chunks: Chunks, reading?: BackupReader<MoveHeader>): Promise<Contents<MoveHeader>> =>
  readFile(chunks, only('move', reading)) as Promise<Contents<MoveHeader>>;

const others = {
  backup: 'The file is a backup of a whole server: `restore` reads it',
  move: 'The file is a space that moves from one server to another: `import-space` reads it',
};

const only = <Kind extends Header>(kind: Kind['kind'], reading: BackupReader<Kind> = {}): BackupReader => ({
  ...reading,
  async header(header) {
    if (header.kind !== kind) throw new Damaged(others[header.kind]);
    await reading.header?.(header as Kind);
  },
});

/** Rows are passed on at the latest when they have this many bytes. */
const bytesAtATime = 1024 * 1024;
const rowsAtATime = 500;

/** Reads a whole file of either kind. */
export async function readFile(chunks: Chunks, reading: BackupReader = {}): Promise<Contents> {
  const digest = createHash('sha256');
  const counts: Record<string, number> = {};
  let header: Header | undefined;
  let end: End | undefined;
  let tables: readonly StoredTable[] = [];
  let table: StoredTable | undefined;
  let number = 0;
  let waiting: string[] = [];
  let size = 0;
  const pass = async () => {
    if (waiting.length > 0) await reading.rows?.(table!, waiting);
    [waiting, size] = [[], 0];
  };
  for await (const line of linesIn(chunks)) {
    number += 1;
    if (end) throw new Damaged(`Line ${number} follows the end of the backup`);
    if (!header) {
      header = headerIn(line);
      tables = header.kind === 'move' ? tablesOfSpace : storedTables;
      await reading.header?.(header);
    } else {
      const value = parsed(line, number);
      if (Array.isArray(value)) {
        if (value.length !== table?.columns.length || !value.every(isCell)) throw new Damaged(`Line ${number} is not a row`);
        if (!isOf(header, table, value)) throw new Damaged(`Line ${number} is a row of another space`);
        counts[table.name]! += 1;
        size += waiting.push(line.toString()) && line.length;
        if (size >= bytesAtATime || waiting.length >= rowsAtATime) await pass();
      } else {
        await pass();
        if ('end' in value) end = endIn(value as Partial<End>, tables, counts, digest.copy().digest('hex'));
        else table = tableIn(value, tables, counts, number);
      }
    }
    digest.update(line).update('\n');
  }
  if (!header) throw new Damaged('The file is empty');
  if (!end) throw new Damaged(`The file is cut: it ends after line ${number}`);
  return { header, rows: counts };
}

function parsed(line: Buffer, number: number): unknown[] | object {
  let value: unknown;
  try {
    value = JSON.parse(line.toString());
  } catch {
    throw new Damaged(`Line ${number} is damaged`);
  }
  if (typeof value !== 'object' || value === null) throw new Damaged(`Line ${number} is damaged`);
  return value;
}

const notOurs = 'The file is not a backup of Parley, nor a space that moves';

/** How files of gzip, Zstandard, ZIP, xz and bzip2 begin. */
const compressed = ['1f8b', '28b52ffd', '504b0304', 'fd377a585a00', '425a68'].map((hex) => Buffer.from(hex, 'hex'));

function headerIn(line: Buffer): Header {
  if (compressed.some((start) => line.subarray(0, start.length).equals(start)))
    throw new Damaged('The file is compressed: decompress it first');
  let header: Partial<Header>;
  try {
    header = parsed(line, 1) as Partial<Header>;
  } catch {
    throw new Damaged(notOurs);
  }
  if (typeof header.format !== 'string' || !header.format.startsWith('parley/')) {
    throw new Damaged(notOurs);
  }
  if ((header as { kind?: string }).kind === 'space') {
    throw new Damaged(
      'The file is an export of a space, which contains no keys: only `export-space` makes files that can be imported',
    );
  }
  if (header.format !== format || (header.kind !== 'backup' && header.kind !== 'move')) {
    throw new Damaged(`This release reads backups in the format ${format}, and the file has another format`);
  }
  const schema = schemaName();
  if (header.schema !== schema) {
    throw new Damaged(
      `The file was made by release ${shown(header.version)} with other tables (${shown(header.schema)}) than this release, ${version}, has (${schema}). Use the release that made it`,
    );
  }
  for (const each of [header.secretFingerprint, header.serverId])
    if (each !== null && typeof each !== 'string') throw new Damaged('Line 1 is damaged');
  if (header.kind === 'move' && !isMove(header)) throw new Damaged('Line 1 is damaged');
  return header as Header;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id as PostgreSQL writes it. */
export const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

const isMove = ({ spaceId, toServer, serverId, number }: Partial<MoveHeader>): boolean =>
  [spaceId, toServer, serverId].every(isId) && Number.isInteger(number) && number! > 0;

/** The file of one space contains nothing of any other. */
const isOf = (header: Header, { columns }: StoredTable, row: readonly unknown[]): boolean =>
  header.kind === 'backup' || row[columns.indexOf('space_id')] === header.spaceId;

/** Text of a file, safe in a line for an operator. */
const shown = (value: unknown): string => JSON.stringify(String(value).slice(0, 60));

function tableIn(
  value: Partial<BackupSection>,
  tables: readonly StoredTable[],
  counts: Record<string, number>,
  number: number,
): StoredTable {
  const table = tables.find(({ name }) => name === value.table);
  if (!table || table.name in counts || JSON.stringify(value.columns) !== JSON.stringify(table.columns)) {
    throw new Damaged(`Line ${number} is damaged`);
  }
  counts[table.name] = 0;
  return table;
}

function endIn(value: Partial<End>, tables: readonly StoredTable[], counts: Record<string, number>, sha256: string): End {
  if (value.end !== format) throw new Damaged('The file is damaged: its last line has another format');
  const missing = tables.find(({ name }) => value.rows?.[name] !== counts[name] || counts[name] === undefined);
  if (missing) throw new Damaged(`The file is damaged: the number of rows of ${missing.name} is not the one in its last line`);
  const heads = tables === tablesOfSpace ? visible.find((name) => counts[name] !== 1) : undefined;
  if (heads !== undefined) throw new Damaged(`The file is damaged: it must have one row of ${heads}`);
  if (value.sha256 !== sha256) throw new Damaged('The file is damaged: its digest is not the one in its last line');
  return value as End;
}
