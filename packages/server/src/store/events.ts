import { and, asc, eq, gt, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { events, messageIdStart } from './schema.ts';

export type EventRow = Pick<typeof events.$inferSelect, 'sequence' | 'at' | 'event' | 'body'>;

const columns = {
  sequence: events.sequence,
  at: events.at,
  event: events.event,
  body: events.body,
};

/** How much to read at once: at most `events`, ending once they have `bytes`. */
export interface Portion {
  events: number;
  bytes: number;
}

export interface EventPage {
  rows: EventRow[];
  /** Whether there are more events after the portion. */
  hasMore: boolean;
}

export function eventStore(db: PgRemoteDatabase) {
  const inSpace = eq(events.spaceId, sql.placeholder('spaceId'));
  const isMessage = sql`event = 'message'`;
  const after = gt(events.sequence, sql.placeholder('after'));

  function portions(name: string, order: typeof events.at | typeof events.sequence, where: SQL | undefined) {
    const through = sql<number>`sum(octet_length(body)) over (order by ${order} rows unbounded preceding)`.mapWith(Number);
    const limited = db
      .select({ ...columns, through: through.as('through') })
      .from(events)
      .where(where)
      .orderBy(asc(order))
      .limit(sql.placeholder('limit'))
      .as('limited');
    const reading = db
      .select()
      .from(limited)
      .where(lt(sql`through - octet_length(body)`, sql.placeholder('bytes')))
      .orderBy(asc(limited.sequence))
      .prepare(name);
    return async (place: Record<string, unknown>, portion: Portion): Promise<EventPage> => {
      const rows = await reading.execute({ ...place, limit: portion.events + 1, bytes: portion.bytes });
      const isCut = rows.length > portion.events || (rows.at(-1)?.through ?? 0) >= portion.bytes;
      // The row beyond the portion only shows that there are more; a first event that is too large is returned all the same.
      return { rows: isCut && rows.length > 1 ? rows.slice(0, -1) : rows, hasMore: isCut };
    };
  }

  const eventsAfter = portions(
    'events_after',
    events.sequence,
    and(inSpace, after, lte(events.sequence, sql.placeholder('head'))),
  );
  const messagesSince = portions('messages_since', events.at, and(inSpace, isMessage, gt(events.at, sql.placeholder('at'))));
  const messagesAfter = portions('messages_after', events.sequence, and(inSpace, isMessage, after));

  const message = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(
      and(
        inSpace,
        isMessage,
        // A call of `substr` here would make another index look cheaper while the table is small, and the plan stays.
        sql`${messageIdStart(events.body)} = ${sql.placeholder('idStart')}`,
        sql`starts_with(${events.body}, ${sql.placeholder('start')})`,
      ),
    )
    .prepare('message_sequence');

  return {
    /** The sequence of a message. */
    async sequenceOf(spaceId: string, messageId: string): Promise<number | undefined> {
      const [found] = await message.execute({ spaceId, idStart: messageId.slice(0, 8), start: `{"id":"${messageId}"` });
      return found?.sequence;
    },
    /** Every event with `after` < sequence ≤ `head`, oldest first. */
    after: (spaceId: string, after: number, head: number, portion: Portion) => eventsAfter({ spaceId, after, head }, portion),
    messagesSince: (spaceId: string, at: number, portion: Portion) => messagesSince({ spaceId, at }, portion),
    messagesAfter: (spaceId: string, after: number, portion: Portion) => messagesAfter({ spaceId, after }, portion),
  };
}
