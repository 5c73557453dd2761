import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import * as accounts from '../account-schema.ts';
import type { Tables } from '../tables.ts';
import { events, idempotencyRecords, linkRequests, moves, spaceHeads, users, userTokens } from '../schema.ts';

/** How a backup contains the rows of a table. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Types of PostgreSQL, in the order of the columns. */
  readonly types: readonly string[];
  /** Columns of the primary key, which orders the rows. */
  readonly key: readonly string[];
}

/** Every table except `deployment`: what that contains is in the header of a backup. */
export const storedTables = ({ all }: Tables): StoredTable[] =>
  [
    users,
    userTokens,
    linkRequests,
    ...Object.values(accounts),
    spaceHeads,
    ...all.map(({ table }) => table),
    events,
    idempotencyRecords,
    moves,
  ].map(stored);

/** The tables whose rows move with a space. Users stay, and with them the record of which participants they are. */
export const tablesOfSpace = (tables: Tables): StoredTable[] =>
  storedTables(tables).filter(({ name, columns }) => columns.includes('space_id') && name !== 'memberships');

function stored(table: PgTable): StoredTable {
  const { name, primaryKeys, columns } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  return {
    name,
    columns: columns.map((column) => column.name),
    types: columns.map((column) => column.getSQLType()),
    key: key.map((column) => column.name),
  };
}
