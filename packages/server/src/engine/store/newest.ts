import { lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A page of a list, newest first, of the entries created before an instant. */
export interface Newest {
  limit: number;
  before?: number | undefined;
}

export const before = (column: PgColumn, page: Newest): SQL | undefined =>
  page.before === undefined ? undefined : lt(column, page.before);

/** Includes all entries of the last millisecond, because the next page starts before it. */
export const newestFirst = (column: PgColumn, { limit }: Newest): SQL =>
  sql`${column} desc fetch first (${limit}::int) rows with ties`;
