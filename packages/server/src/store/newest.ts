import { lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** So many of a list, newest first, of those made before an instant. */
export interface Newest {
  limit: number;
  before?: number | undefined;
}

export const before = (column: PgColumn, page: Newest): SQL | undefined =>
  page.before === undefined ? undefined : lt(column, page.before);

/** The last millisecond is told whole, so that the next page, which begins before it, misses nothing. */
export const newestFirst = (column: PgColumn, { limit }: Newest): SQL =>
  sql`${column} desc fetch first (${limit}::int) rows with ties`;
