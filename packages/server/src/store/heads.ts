import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { arrayLiteral } from './literal.ts';
import { spaceHeads } from './schema.ts';

/** Where a space is: how often its state changed, and its last event. */
export interface Head {
  spaceId: string;
  rev: number;
  sequence: number;
  lastMs: number;
}

const columns = {
  spaceId: spaceHeads.spaceId,
  rev: spaceHeads.rev,
  sequence: spaceHeads.sequence,
  lastMs: spaceHeads.lastMs,
};

export function headStore(db: PgRemoteDatabase) {
  const byIds = db
    .select(columns)
    .from(spaceHeads)
    .where(inArray(spaceHeads.spaceId, sql`(select unnest(${sql.placeholder('ids')}::uuid[]))`))
    .prepare('heads_by_ids');
  const expired = db
    .select({ spaceId: spaceHeads.spaceId })
    .from(spaceHeads)
    .where(and(sql`not ${spaceHeads.closed}`, lte(spaceHeads.expiresAt, sql.placeholder('now'))))
    .orderBy(asc(spaceHeads.expiresAt))
    .limit(sql.placeholder('limit'))
    .prepare('heads_expired');
  const one = db
    .select(columns)
    .from(spaceHeads)
    .where(eq(spaceHeads.spaceId, sql.placeholder('id')))
    .prepare('head_by_id');

  return {
    find: (ids: readonly string[]): Promise<Head[]> =>
      ids.length === 1 ? one.execute({ id: ids[0] }) : byIds.execute({ ids: arrayLiteral(ids) }),
    expired: (now: number, limit: number) => expired.execute({ now, limit }),
  };
}
