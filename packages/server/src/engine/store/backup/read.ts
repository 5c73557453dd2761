import type { Cell, Param, Querying, Row } from '../connection.ts';
import type { StoredTable } from './tables.ts';

/** All rows at one instant. */
export interface DatabaseSnapshot {
  /** Missing if no server has started on this database yet. */
  readonly identity: ServerIdentity | undefined;
  readonly tables: readonly StoredTable[];
  /** The rows of a table in the order of its key, a few at a time. */
  rows(table: StoredTable): AsyncIterable<Row[]>;
}

export interface ServerIdentity {
  /** Identifies the secret that keys were derived from. */
  readonly secretFingerprint: string;
  readonly serverId: string;
}

/** Rows are read a few at a time, fewer if they are large, so that memory does not depend on how many there are. */
const fewest = 4;
const charactersAtATime = 512 * 1024;
/** Each of their rows can contain a whole artifact, or a chunk of a file, whatever the rows before were like. */
const large: ReadonlySet<string> = new Set(['artifact_versions', 'proposed_changes', 'idempotency_records', 'file_chunks']);
const mostOf = ({ name }: StoredTable): number => (large.has(name) ? 16 : 128);

const charactersOf = (page: readonly Row[]): number =>
  page.reduce((sum, row) => sum + row.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0), 0);

/** Who a database belongs to; undefined if no server has started on it yet. */
export async function identityIn(database: Querying): Promise<ServerIdentity | undefined> {
  const [row] = await database.query('select secret_fingerprint, server_id from deployment');
  return row && { secretFingerprint: String(row[0]), serverId: String(row[1]) };
}

/** Reads from a connection that sees nothing of what others write meanwhile. */
export const snapshotOf = async (database: Querying, tables: readonly StoredTable[]): Promise<DatabaseSnapshot> => ({
  identity: await identityIn(database),
  tables,
  rows: (table) => pagesOf(database, table),
});

/** Reads the rows of a space that nobody can change. */
export const snapshotOfSpace = async (
  database: Querying,
  tables: readonly StoredTable[],
  spaceId: string,
): Promise<DatabaseSnapshot> => ({
  identity: await identityIn(database),
  tables,
  rows: (table) => pagesOf(database, table, spaceId),
});

async function* pagesOf(database: Querying, table: StoredTable, spaceId?: string): AsyncGenerator<Row[]> {
  const positions = table.key.map((column) => table.columns.indexOf(column));
  const own = spaceId === undefined ? [] : [spaceId];
  let last: Row | undefined;
  for (let atATime = fewest; ;) {
    const after = last ? positions.map((i): Param => last![i]!) : [];
    const page = await database.query(pageOf(table, spaceId !== undefined, last !== undefined), [atATime, ...own, ...after]);
    if (page.length > 0) yield page;
    if (page.length < atATime) return;
    last = page.at(-1);
    atATime = charactersOf(page) > charactersAtATime ? fewest : Math.min(mostOf(table), atATime * 2);
  }
}

function pageOf({ name, columns, types, key }: StoredTable, isOfSpace: boolean, isLater: boolean): string {
  const typeOf = (column: string) => types[columns.indexOf(column)]!;
  const first = isOfSpace ? 3 : 2;
  const parameters = key.map((column, i) => `$${first + i}::${typeOf(column)}`).join(', ');
  const conditions = [
    ...(isOfSpace ? ['space_id = $2::uuid'] : []),
    ...(isLater ? [`(${key.join(', ')}) > (${parameters})`] : []),
  ];
  return `select ${columns.map((column, i) => written(column, types[i]!)).join(', ')} from ${name}
    ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} order by ${key.join(', ')} limit $1::int`;
}

const timestamp = 'timestamp with time zone';

/** Numbers, texts and truth values are the same in both drivers; a point in time becomes text, independent of the time zone, as do bytes. */
function written(column: string, type: string): string {
  if (type === timestamp) return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return type === 'bytea' ? String.raw`'\x' || encode(${column}, 'hex') as ${column}` : column;
}

/** Whether a cell can be that of a backup. */
export const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
