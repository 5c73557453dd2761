import { and, asc, exists, gt, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { events, spaceHeads } from '../../engine/store/schema.ts';
import { table as spaces } from '../../engine/store/spaces-table.ts';

/** Before all ids of spaces. */
const first = '00000000-0000-0000-0000-000000000000';

export function messageStore(db: PgRemoteDatabase) {
  const expiredTo = sql<number>`coalesce(${spaces.messagesExpiredTo}, 0)`.mapWith(Number);
  const old = db
    .select({ one: sql`1` })
    .from(events)
    .where(
      and(
        sql`${events.spaceId} = ${spaces.spaceId}`,
        sql`${events.event} = 'message'`,
        gt(events.at, expiredTo),
        lte(events.at, sql.placeholder('until')),
      ),
    );
  const withExpired = db
    .select({ spaceId: spaces.spaceId, expiredTo: expiredTo.as('expired_to') })
    .from(spaces)
    .innerJoin(spaceHeads, and(sql`${spaceHeads.spaceId} = ${spaces.spaceId}`, sql`not ${spaceHeads.closed}`))
    .where(and(gt(spaces.spaceId, sql.placeholder('after')), lte(spaces.createdAt, sql.placeholder('until')), exists(old)))
    .orderBy(asc(spaces.spaceId))
    .limit(sql.placeholder('limit'))
    .prepare('spaces_with_expired_messages');

  return {
    /** The open spaces with messages of an instant or earlier that have not been erased, in the order of their ids. */
    spacesWithExpired: (until: number, limit: number, after = first) => withExpired.execute({ until, limit, after }),
  };
}
