import type { Querying } from '../connection.ts';
import { storedTables, type StoredTable } from './tables.ts';

/** An empty database that is being filled. */
export interface Filling {
  /** Inserts rows, each as the JSON of an array of its cells. */
  insert(table: StoredTable, rows: readonly string[]): Promise<void>;
  keepFingerprint(fingerprint: string): Promise<void>;
}

export function filling(database: Querying): Filling {
  return {
    async insert({ name, columns, types }, rows) {
      const cells = types.map((type, i) => `(r ->> ${i})::${type}`);
      await database.query(
        `insert into ${name} (${columns.join(', ')}) select ${cells.join(', ')} from jsonb_array_elements($1::jsonb) r`,
        [`[${rows.join(',')}]`],
      );
    },
    async keepFingerprint(fingerprint) {
      await database.query('insert into deployment (id, secret_fingerprint) values (1, $1)', [fingerprint]);
    },
  };
}

export const allTables: readonly string[] = ['deployment', ...storedTables.map(({ name }) => name)];

/** The first table that has a row; undefined if the database is empty. */
export async function tableInUse(database: Querying): Promise<string | undefined> {
  for (const table of allTables) {
    // With a column, which Citus needs.
    const [[isUsed] = []] = await database.query(`select exists (select 1 from ${table})`);
    if (isUsed === true) return table;
  }
  return undefined;
}
