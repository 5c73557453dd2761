import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { events } from './schema.ts';

export type EventRow = Pick<typeof events.$inferSelect, 'sequence' | 'at' | 'event' | 'audience' | 'body'>;

const columns = {
  sequence: events.sequence,
  at: events.at,
  event: events.event,
  audience: events.audience,
  body: events.body,
};

export function eventStore(db: PgRemoteDatabase) {
  const inSpace = eq(events.spaceId, sql.placeholder('spaceId'));
  const isMessage = sql`event = 'message'`;
  const limit = sql.placeholder('limit');

  const eventsAfter = db
    .select(columns)
    .from(events)
    .where(and(inSpace, gt(events.sequence, sql.placeholder('after')), lte(events.sequence, sql.placeholder('head'))))
    .orderBy(asc(events.sequence))
    .limit(limit)
    .prepare('events_after');
  const messagesSince = db
    .select(columns)
    .from(events)
    .where(and(inSpace, isMessage, gt(events.at, sql.placeholder('at'))))
    .orderBy(asc(events.at))
    .limit(limit)
    .prepare('messages_since');
  const messagesAfter = db
    .select(columns)
    .from(events)
    .where(and(inSpace, isMessage, gt(events.sequence, sql.placeholder('after'))))
    .orderBy(asc(events.sequence))
    .limit(limit)
    .prepare('messages_after');

  return {
    /** Every event with `after` < sequence ≤ `head`, oldest first. */
    after: (spaceId: string, after: number, head: number, limit: number): Promise<EventRow[]> =>
      eventsAfter.execute({ spaceId, after, head, limit }),
    messagesSince: (spaceId: string, at: number, limit: number): Promise<EventRow[]> =>
      messagesSince.execute({ spaceId, at, limit }),
    messagesAfter: (spaceId: string, after: number, limit: number): Promise<EventRow[]> =>
      messagesAfter.execute({ spaceId, after, limit }),
  };
}
