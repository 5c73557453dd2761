import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** What came due in a space, and when. */
export interface Due {
  spaceId: string;
  dueAt: number;
}

/** Before all others. */
export const earliest: Due = { spaceId: '00000000-0000-0000-0000-000000000000', dueAt: -1 };

/** Later than what the placeholders of `since` say. */
export const isLater = (dueAt: PgColumn, spaceId: PgColumn): SQL =>
  sql`(${dueAt}, ${spaceId}) > (${sql.placeholder('sinceAt')}::bigint, ${sql.placeholder('sinceId')}::uuid)`;

export const since = ({ dueAt, spaceId }: Due) => ({ sinceAt: dueAt, sinceId: spaceId });
