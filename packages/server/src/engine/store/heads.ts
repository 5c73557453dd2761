import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { earliest, isLater, since, type Due } from './due.ts';
import { arrayLiteral } from './literal.ts';
import { spaceHeads } from './schema.ts';

/** The position of a space: the number of its state changes, and its last event. */
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
    .select({ spaceId: spaceHeads.spaceId, dueAt: spaceHeads.expiresAt })
    .from(spaceHeads)
    .where(
      and(
        sql`not ${spaceHeads.closed}`,
        lte(spaceHeads.expiresAt, sql.placeholder('now')),
        isLater(spaceHeads.expiresAt, spaceHeads.spaceId),
      ),
    )
    .orderBy(asc(spaceHeads.expiresAt), asc(spaceHeads.spaceId))
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
    /** The open spaces that have expired, oldest expiry first, after the given one. */
    expired: (now: number, limit: number, after = earliest): Promise<Due[]> => expired.execute({ now, limit, ...since(after) }),
  };
}
