import type { Querying } from '../connection.ts';
import type { ServerIdentity } from './read.ts';
import type { StoredTable } from './tables.ts';

/** An empty database that is being filled. */
export interface Filling {
  insert(table: StoredTable, rows: readonly string[]): Promise<void>;
  keepIdentity(identity: ServerIdentity): Promise<void>;
}

/** Inserts the rows of a parameter: JSON of an array of arrays of cells. */
export function insertion({ name, columns, types }: StoredTable, parameter: string): string {
  const cells = types.map((type, i) => `(r ->> ${i})::${type}`);
  return `insert into ${name} (${columns.join(', ')}) select ${cells.join(', ')} from jsonb_array_elements(${parameter}::jsonb) r`;
}

/** Inserts rows, each as the JSON of an array of its cells. */
export const insertRows = (database: Querying, table: StoredTable, rows: readonly string[]) =>
  database.query(insertion(table, '$1'), [`[${rows.join(',')}]`]);

export const filling = (database: Querying): Filling => ({
  async insert(table, rows) {
    await insertRows(database, table, rows);
  },
  async keepIdentity({ secretFingerprint, serverId }) {
    await database.query('insert into deployment (id, secret_fingerprint, server_id) values (1, $1, $2::uuid)', [
      secretFingerprint,
      serverId,
    ]);
  },
});

const namesOf = (tables: readonly StoredTable[]): string[] => ['deployment', ...tables.map(({ name }) => name)];

/** Nobody else can fill the tables, and a server that starts now waits. */
export const lockTables = (database: Querying, tables: readonly StoredTable[]) =>
  database.query(`lock table ${namesOf(tables).join(', ')} in exclusive mode`);

/** The first table that has a row; undefined if the database is empty. */
export async function tableInUse(database: Querying, tables: readonly StoredTable[]): Promise<string | undefined> {
  for (const table of namesOf(tables)) {
    // With a column, which Citus needs.
    const [[isUsed] = []] = await database.query(`select exists (select 1 from ${table})`);
    if (isUsed === true) return table;
  }
  return undefined;
}
