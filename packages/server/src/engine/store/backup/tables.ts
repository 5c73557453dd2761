import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

/** How a backup contains the rows of a table. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Types of PostgreSQL, in the order of the columns. */
  readonly types: readonly string[];
  /** Columns of the primary key, which orders the rows. */
  readonly key: readonly string[];
}

/** How a backup contains a table. */
export function stored(table: PgTable): StoredTable {
  const { name, primaryKeys, columns } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  return {
    name,
    columns: columns.map((column) => column.name),
    types: columns.map((column) => column.getSQLType()),
    key: key.map((column) => column.name),
  };
}
