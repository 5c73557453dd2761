import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A space with a due change, and when it became due. */
export interface Due {
  spaceId: string;
  dueAt: number;
}

/** Precedes all others. */
export const earliest: Due = { spaceId: '00000000-0000-0000-0000-000000000000', dueAt: -1 };

/** Whether a row is later than the placeholders of `since`. */
export const isLater = (dueAt: PgColumn, spaceId: PgColumn): SQL =>
  sql`(${dueAt}, ${spaceId}) > (${sql.placeholder('sinceAt')}::bigint, ${sql.placeholder('sinceId')}::uuid)`;

export const since = ({ dueAt, spaceId }: Due) => ({ sinceAt: dueAt, sinceId: spaceId });
