import { createHash } from 'node:crypto';
import { schemaName } from '../store/migrations.ts';
import { isCell } from '../store/backup/read.ts';
import { storedTables, type StoredTable } from '../store/backup/tables.ts';
import { version } from '../version.ts';
import { Damaged } from './damaged.ts';
import { format, type End, type Header, type Section } from './format.ts';
import { linesIn } from './lines.ts';

/** What is done with the content of a backup while it is read. */
export interface Reading {
  header?(header: Header): Promise<void>;
  /** Some rows of a table, each as JSON. */
  rows?(table: StoredTable, rows: readonly string[]): Promise<void>;
}

/** What a complete backup says about itself. */
export interface Contents {
  header: Header;
  rows: Readonly<Record<string, number>>;
}

/** Rows are passed on at the latest when they have this many bytes. */
const bytesAtATime = 1024 * 1024;
const rowsAtATime = 500;

/** Reads a whole backup. Throws `Damaged` unless it is complete, unchanged and of this release: rows can be used only after that. */
export async function readBackup(chunks: AsyncIterable<Buffer>, reading: Reading = {}): Promise<Contents> {
  const digest = createHash('sha256');
  const counts: Record<string, number> = {};
  let header: Header | undefined;
  let end: End | undefined;
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
      await reading.header?.(header);
    } else {
      const value = parsed(line, number);
      if (Array.isArray(value)) {
        if (value.length !== table?.columns.length || !value.every(isCell)) throw new Damaged(`Line ${number} is not a row`);
        counts[table.name]! += 1;
        size += waiting.push(line.toString()) && line.length;
        if (size >= bytesAtATime || waiting.length >= rowsAtATime) await pass();
      } else {
        await pass();
        if ('end' in value) end = endIn(value as Partial<End>, counts, digest.copy().digest('hex'));
        else table = tableIn(value, counts, number);
      }
    }
    digest.update(line).update('\n');
  }
  if (!header) throw new Damaged('The file is empty');
  if (!end) throw new Damaged(`The backup is cut: it ends after line ${number}`);
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

function headerIn(line: Buffer): Header {
  const isCompressed =
    (line[0] === 0x1f && line[1] === 0x8b) || line.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]));
  if (isCompressed) throw new Damaged('The file is compressed: decompress it first');
  let header: Partial<Header>;
  try {
    header = parsed(line, 1) as Partial<Header>;
  } catch {
    throw new Damaged('The file is not a backup of Parley');
  }
  if (typeof header.format !== 'string' || !header.format.startsWith('parley/')) {
    throw new Damaged('The file is not a backup of Parley');
  }
  if (header.format !== format || header.kind !== 'backup') {
    throw new Damaged(`This release reads backups in the format ${format}, and the file has another format`);
  }
  const schema = schemaName();
  if (header.schema !== schema) {
    throw new Damaged(
      `The backup was made by release ${shown(header.version)} with other tables (${shown(header.schema)}) than this release, ${version}, has (${schema}). Restore it with the release that made it`,
    );
  }
  const { secretFingerprint } = header;
  if (secretFingerprint !== null && typeof secretFingerprint !== 'string') throw new Damaged('Line 1 is damaged');
  return header as Header;
}

/** Text of a file, safe in a line for an operator. */
const shown = (value: unknown): string => JSON.stringify(String(value).slice(0, 60));

function tableIn(value: Partial<Section>, counts: Record<string, number>, number: number): StoredTable {
  const table = storedTables.find(({ name }) => name === value.table);
  if (!table || table.name in counts || JSON.stringify(value.columns) !== JSON.stringify(table.columns)) {
    throw new Damaged(`Line ${number} is damaged`);
  }
  counts[table.name] = 0;
  return table;
}

function endIn(value: Partial<End>, counts: Record<string, number>, sha256: string): End {
  if (value.end !== format) throw new Damaged('The backup is damaged: its last line has another format');
  const missing = storedTables.find(({ name }) => value.rows?.[name] !== counts[name] || counts[name] === undefined);
  if (missing) throw new Damaged(`The backup is damaged: the number of rows of ${missing.name} is not the one in its last line`);
  if (value.sha256 !== sha256) throw new Damaged('The backup is damaged: its digest is not the one in its last line');
  return value as End;
}
