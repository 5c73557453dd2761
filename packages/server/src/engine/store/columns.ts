import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Columns } from './statement.ts';

/** What a statement needs to know about a table. */
export interface TableColumns {
  name: string;
  /** Names and types, in the order of the table. */
  all: Columns;
  /** Names of the primary key. */
  key: readonly string[];
  nameOf(property: string): string;
  /** A row with the names of its columns; without those that it has no value for. */
  named(row: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

const known = new Map<PgTable, TableColumns>();

export function columnsOf(table: PgTable): TableColumns {
  let columns = known.get(table);
  if (!columns) known.set(table, (columns = read(table)));
  return columns;
}

function read(table: PgTable): TableColumns {
  const { name, primaryKeys, columns } = getTableConfig(table);
  const names = Object.entries(getTableColumns(table)).map(([property, column]) => [property, column.name] as const);
  const byProperty = new Map<string, string>(names);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  return {
    name,
    all: columns.map((column) => `${column.name} ${column.getSQLType()}`).join(', '),
    key: key.map((column) => column.name),
    nameOf: (property) => byProperty.get(property)!,
    named(row) {
      const named: Record<string, unknown> = {};
      for (const [property, column] of names) if (row[property] !== undefined) named[column] = row[property];
      return named;
    },
  };
}
