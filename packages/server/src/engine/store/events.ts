import { repeatingFacts } from '@parley/core';
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { events, messageIdStart, spaceHeads } from './schema.ts';

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

/** A portion of the newest messages: of those with more than `longest` bytes, only the first `beginning` characters are read. */
export interface Glance extends Portion {
  longest: number;
  beginning: number;
}

/** A message of which only the beginning was read if it is too long. */
export interface GlimpsedRow extends EventRow {
  /** Bytes of the whole body. */
  size: number;
}

/** How many places of the log are searched at once for what repeats a text. */
const repeatedAtOnce = 1_000;

/** How many events are searched for the end of a membership, which is among the first of its time. */
const searched = 2_000;

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

  const size = sql<number>`octet_length(body)`.mapWith(Number);
  const beginning = sql`${sql.placeholder('beginning')}::int`;
  const isLong = sql`octet_length(body) > ${sql.placeholder('longest')}`;
  const shown = sql<string>`case when ${isLong} then substr(body, 1, ${beginning}) else body end`;
  const read = sql`case when ${isLong} then ${beginning} else octet_length(body) end`;
  const latest = db
    .select({
      ...columns,
      body: shown.as('shown'),
      size: size.as('size'),
      before: sql<number>`sum(${read}) over (order by at_ms desc rows unbounded preceding) - ${read}`.as('before'),
    })
    .from(events)
    .where(and(inSpace, isMessage, lte(events.sequence, sql.placeholder('head'))))
    .orderBy(desc(events.at))
    .limit(sql.placeholder('limit'))
    .as('latest');
  const newest = db
    .select()
    .from(latest)
    .where(lt(sql`before`, sql.placeholder('bytes')))
    .orderBy(asc(latest.sequence))
    .prepare('newest_messages');

  const lastBefore = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(and(inSpace, isMessage, lte(events.at, sql.placeholder('at'))))
    .orderBy(desc(events.at))
    .limit(1);
  const firstSince = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(and(inSpace, isMessage, gte(events.at, sql.placeholder('at'))))
    .orderBy(asc(events.at))
    .limit(1)
    .prepare('first_message_since');
  const from = sql`coalesce((${lastBefore}), 0)`;
  const end = db
    .select({ sequence: events.sequence, at: events.at })
    .from(events)
    .where(
      and(
        inSpace,
        gt(events.sequence, from),
        lte(events.sequence, sql`${from} + ${sql.raw(String(searched))}`),
        sql`event = 'participant-status'`,
        sql`at_ms >= ${sql.placeholder('at')}`,
        sql`strpos(body, ${sql.placeholder('participant')}) > 0`,
      ),
    )
    .orderBy(asc(events.sequence))
    .limit(1)
    .prepare('end_of_membership');

  const last = db
    .select({ sequence: spaceHeads.sequence })
    .from(spaceHeads)
    .where(eq(spaceHeads.spaceId, sql.placeholder('spaceId')))
    .prepare('end_of_log');
  const repeated = db
    .select(columns)
    .from(events)
    .where(
      and(
        inSpace,
        after,
        lte(events.sequence, sql.placeholder('until')),
        inArray(events.event, repeatingFacts),
        sql`strpos(body, ${sql.placeholder('id')}) > 0`,
      ),
    )
    .orderBy(asc(events.sequence))
    .prepare('events_repeating');

  const idStart = messageIdStart(events.body);
  const message = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(
      and(
        inSpace,
        isMessage,
        // As a range with an order, which only the index of ids has: with `=`, an index that has to read the whole space looked as
        // cheap while the table was small.
        sql`${idStart} between ${sql.placeholder('idStart')} and ${sql.placeholder('idStart')}`,
        sql`starts_with(${events.body}, ${sql.placeholder('start')})`,
      ),
    )
    .orderBy(idStart)
    .prepare('message_sequence');

  return {
    /** The sequence of a message. */
    async sequenceOf(spaceId: string, messageId: string): Promise<number | undefined> {
      const [found] = await message.execute({ spaceId, idStart: messageId.slice(0, 8), start: `{"id":"${messageId}"` });
      return found?.sequence;
    },
    /** The sequence of the first message at an instant or later. */
    async firstSince(spaceId: string, at: number): Promise<number | undefined> {
      const [found] = await firstSince.execute({ spaceId, at });
      return found?.sequence;
    },
    /** The newest messages up to `head`, oldest first. */
    newestMessages: (spaceId: string, head: number, { events: limit, ...glance }: Glance): Promise<GlimpsedRow[]> =>
      newest.execute({ spaceId, head, limit, ...glance }),
    /** The event by which a participant left or was kicked at an instant; it can have a later one, because instants increase. */
    async endOf(spaceId: string, participantId: string, at: number): Promise<Pick<EventRow, 'sequence' | 'at'> | undefined> {
      const [found] = await end.execute({ spaceId, at, participant: `"participantId":"${participantId}"` });
      return found;
    },
    /** Every event with `after` < sequence ≤ `head`, oldest first. */
    after: (spaceId: string, after: number, head: number, portion: Portion) => eventsAfter({ spaceId, after, head }, portion),
    /** The events from a sequence on that can repeat the texts of a thing, because they contain its id. */
    async repeating(spaceId: string, id: string, since: number): Promise<EventRow[]> {
      const [end] = await last.execute({ spaceId });
      const found: EventRow[] = [];
      for (let place = since - 1; place < (end?.sequence ?? 0); place += repeatedAtOnce)
        found.push(...(await repeated.execute({ spaceId, id, after: place, until: place + repeatedAtOnce })));
      return found;
    },
    messagesSince: (spaceId: string, at: number, portion: Portion) => messagesSince({ spaceId, at }, portion),
    messagesAfter: (spaceId: string, after: number, portion: Portion) => messagesAfter({ spaceId, after }, portion),
  };
}
