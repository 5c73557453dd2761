import type { Cell, Param, Querying, Row } from '../connection.ts';
import { storedTables, type StoredTable } from './tables.ts';

/** All rows at one instant. */
export interface Snapshot {
  /** Identifies the secret that keys were derived from; missing if no server has started on this database yet. */
  readonly secretFingerprint: string | undefined;
  readonly tables: readonly StoredTable[];
  /** The rows of a table in the order of its key, a few at a time. */
  rows(table: StoredTable): AsyncIterable<Row[]>;
}

/** Few, because each can contain a whole artifact. */
const rowsAtATime = 64;

/** Reads from a connection that sees nothing of what others write meanwhile. */
export async function snapshotOf(database: Querying): Promise<Snapshot> {
  const [[secretFingerprint] = []] = await database.query('select secret_fingerprint from deployment');
  return {
    secretFingerprint: secretFingerprint === undefined ? undefined : String(secretFingerprint),
    tables: storedTables,
    async *rows(table) {
      const positions = table.key.map((column) => table.columns.indexOf(column));
      let last: Row | undefined;
      for (;;) {
        const page = await database.query(pageOf(table, last !== undefined), last && positions.map((i): Param => last![i]!));
        if (page.length > 0) yield page;
        if (page.length < rowsAtATime) return;
        last = page.at(-1);
      }
    },
  };
}

function pageOf({ name, columns, types, key }: StoredTable, isLater: boolean): string {
  const typeOf = (column: string) => types[columns.indexOf(column)]!;
  const parameters = key.map((column, i) => `$${i + 1}::${typeOf(column)}`).join(', ');
  const after = isLater ? `where (${key.join(', ')}) > (${parameters})` : '';
  return `select ${columns.map((column, i) => written(column, types[i]!)).join(', ')} from ${name} ${after}
    order by ${key.join(', ')} limit ${rowsAtATime}`;
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
