import { and, asc, count, desc, eq, gt, lt, lte, sql, type SQL } from 'drizzle-orm';
import { catchUp } from '@parley/core';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { EventRow } from '../../engine/store/events.ts';
import { arrayLiteral } from '../../engine/store/literal.ts';
import { table as deliveries } from '../deliveries/table.ts';
import { backwards, events, isChange, isOfPeople, messageIdStart } from '../../engine/store/schema.ts';

/** A message of which only the beginning and what follows the content were read, if it is long. */
export interface PieceRow extends EventRow {
  tail: string | null;
}

/** Longer bodies are not read as a whole. */
const longest = 16 * 1024;
/** Characters: as many as the beginning of the content can need in JSON, with the fields before it. */
export const beginning = 13_000;
/** Where the content of a message ends: inside a text, the quotes would be escaped. */
const end = `strpos(body, '","type":"')`;

/** After one sequence, and before another one. */
export interface Span {
  spaceId: string;
  after: number;
  before: number;
}

/** How much is read: at most so many rows, ending once they have as many bytes. */
export interface CatchUpPortion {
  rows: number;
  bytes: number;
}

/** Reads of a catch-up: whatever the length of the log and of its events, they read as much as they return, or little more. */
export function catchUpStore(db: PgRemoteDatabase) {
  const [spaceId, limit] = [sql.placeholder('spaceId'), sql.placeholder('limit')];
  const inSpace = eq(events.spaceId, spaceId);
  const isMessage = sql`event = 'message'`;
  const isLong = sql.raw(`octet_length(body) > ${longest} and ${end} > ${beginning}`);
  const start = sql.raw(`substr(body, 1, ${beginning})`);
  const pieces = {
    body: sql<string>`case when ${isLong} then ${start} else body end`,
    tail: sql<string | null>`case when ${isLong} then ${sql.raw(`substr(body, ${end})`)} end`,
    size: sql<number>`case when ${isLong} then octet_length(${start}) else octet_length(body) end`,
  };
  // Of the others only that they are there.
  const told = [...catchUp.decidedEvents, 'artifact', 'participant-status'].map((event) => `'${event}'`);
  const isTold = sql.raw(`event in (${told.join(', ')})`);
  const facts = {
    body: sql<string>`case when ${isTold} then body else '' end`,
    tail: sql<string | null>`null`,
    size: sql<number>`case when ${isTold} then octet_length(body) else 0 end`,
  };
  const inSpan = and(
    inSpace,
    lt(backwards(events.sequence), sql`-(${sql.placeholder('after')}::bigint)`),
    gt(backwards(events.sequence), sql`-(${sql.placeholder('before')}::bigint)`),
  );

  /** The newest rows, until they have as many bytes. */
  function newest(name: string, where: SQL | undefined, { body, tail, size }: typeof pieces) {
    const place = backwards(events.sequence);
    const limited = db
      .select({
        sequence: events.sequence,
        at: events.at,
        event: events.event,
        body: body.as('piece'),
        tail: tail.as('tail'),
        place: place.as('place'),
        before: sql<number>`sum(${size}) over (order by ${place} rows unbounded preceding) - ${size}`
          .mapWith(Number)
          .as('before'),
      })
      .from(events)
      .where(where)
      .orderBy(place)
      .limit(limit)
      .as('limited');
    const { sequence, at, event, body: piece, tail: rest, before } = limited;
    return db
      .select({ sequence, at, event, body: piece, tail: rest, before })
      .from(limited)
      .where(lt(before, sql.placeholder('bytes')))
      .orderBy(limited.place)
      .prepare(name);
  }
  const ofPeople = newest('catch_up_people', and(inSpan, isOfPeople), pieces);
  const changes = newest('catch_up_changes', and(inSpan, isChange), facts);
  const some = newest(
    'catch_up_messages',
    and(inSpace, sql`${events.sequence} = any(${sql.placeholder('sequences')}::bigint[])`),
    pieces,
  );
  const directed = db
    .select({ sequence: deliveries.sequence })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.spaceId, spaceId),
        eq(deliveries.participantId, sql.placeholder('participantId')),
        gt(deliveries.sequence, sql.placeholder('after')),
        lt(deliveries.sequence, sql.placeholder('before')),
      ),
    )
    .orderBy(desc(deliveries.sequence))
    .limit(limit)
    .prepare('catch_up_directed');
  const last = db
    .select({ at: events.at })
    .from(events)
    .where(and(inSpace, lte(events.sequence, sql.placeholder('after'))))
    .orderBy(desc(events.sequence))
    .limit(1);
  const between = db
    .select({ at: events.at })
    .from(events)
    .where(and(inSpace, isMessage, gt(events.at, sql`coalesce((${last}), 0)`), lt(events.at, sql.placeholder('at'))))
    .orderBy(asc(events.at))
    .limit(limit)
    .as('between');
  const counted = db.select({ count: count() }).from(between).prepare('catch_up_count');
  const idStart = messageIdStart(events.body);
  const found = db
    .select({ one: sql`1` })
    .from(events)
    .where(
      and(
        inSpace,
        isMessage,
        sql`${idStart} between left(asked.id, 8) and left(asked.id, 8)`,
        sql`starts_with(${events.body}, '{"id":"' || asked.id || '","senderId":"' || ${sql.placeholder('senderId')}::text || '"')`,
      ),
    )
    .orderBy(idStart)
    .limit(1);
  const sent = db
    .select({ id: sql<string>`asked.id` })
    .from(sql`unnest(${sql.placeholder('ids')}::text[]) as asked(id) cross join lateral (${found}) as found`)
    .prepare('catch_up_sent');

  return {
    /** Messages of the owner and of humans, newest first. */
    ofPeople: (span: Span, { rows, bytes }: CatchUpPortion): Promise<PieceRow[]> =>
      ofPeople.execute({ ...span, limit: rows, bytes }),
    /** Everything but messages and deliveries, newest first. What a catch-up does not show has no body. */
    async changes(span: Span, { rows: most, bytes }: CatchUpPortion): Promise<{ rows: EventRow[]; hasMore: boolean }> {
      const rows = await changes.execute({ ...span, limit: most + 1, bytes });
      const last = rows.at(-1);
      const isFull = last !== undefined && last.before + Buffer.byteLength(last.body) >= bytes;
      return { rows: rows.slice(0, most), hasMore: rows.length > most || isFull };
    },
    /** The sequences of the messages that are directed to a participant, newest first. */
    directed: async (span: Span & { participantId: string }, limit: number): Promise<number[]> =>
      (await directed.execute({ ...span, limit })).map(({ sequence }) => sequence),
    /** Messages by their sequences, newest first, until they have as many bytes. */
    some: async (spaceId: string, sequences: readonly number[], bytes: number): Promise<PieceRow[]> =>
      sequences.length === 0 ? [] : some.execute({ spaceId, sequences: arrayLiteral(sequences), limit: sequences.length, bytes }),
    /** How many messages there are after a sequence and before an instant, up to `most`. */
    async count(spaceId: string, after: number, at: number, most: number): Promise<number> {
      const [row] = await counted.execute({ spaceId, after, at, limit: most });
      return row!.count;
    },
    /** Which of the messages a participant has sent. */
    sentBy: async (spaceId: string, senderId: string, ids: readonly string[]): Promise<string[]> =>
      ids.length === 0 ? [] : (await sent.execute({ spaceId, senderId, ids: arrayLiteral(ids) })).map(({ id }) => id),
  };
}
