import { and, asc, count, desc, eq, gt, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { EventRow } from './events.ts';
import { arrayLiteral } from './literal.ts';
import { table as deliveries } from './nouns/deliveries.ts';
import { backwards, events, isChange, isOfPeople, messageIdStart } from './schema.ts';

/** A message of which only the beginning and the end were read, if it is long: what is between is content. */
export interface PieceRow extends EventRow {
  tail: string | null;
}

/** Longer bodies are not read as a whole. */
const longest = 16 * 1024;
/** Characters: as many as the beginning of the content can need in JSON, with the fields before it. */
const beginning = 13_000;
/** As many as the fields after the content can need: 50 addressees and 10 attachments with long names, with all that is escaped. */
const ending = 20_000;

/** After one sequence, and before another one. */
export interface Span {
  spaceId: string;
  after: number;
  before: number;
}

/** Reads of a catch-up: whatever the length of the log, they read as many rows as they return, or few more. */
export function catchUpStore(db: PgRemoteDatabase) {
  const [spaceId, limit] = [sql.placeholder('spaceId'), sql.placeholder('limit')];
  const inSpace = eq(events.spaceId, spaceId);
  const isMessage = sql`event = 'message'`;
  // The two pieces never overlap, so what is between is content.
  const isLong = sql.raw(`octet_length(body) > ${longest} and length(body) > ${beginning + ending}`);
  const columns = {
    sequence: events.sequence,
    at: events.at,
    event: events.event,
    body: sql<string>`case when ${isLong} then substr(body, 1, ${sql.raw(String(beginning))}) else body end`,
    tail: sql<string | null>`case when ${isLong} then right(body, ${sql.raw(String(ending))}) end`,
  };
  const latest = (name: string, which: SQL) =>
    db
      .select(columns)
      .from(events)
      .where(
        and(
          inSpace,
          which,
          lt(backwards(events.sequence), sql`-(${sql.placeholder('after')}::bigint)`),
          gt(backwards(events.sequence), sql`-(${sql.placeholder('before')}::bigint)`),
        ),
      )
      .orderBy(backwards(events.sequence))
      .limit(limit)
      .prepare(name);
  const ofPeople = latest('catch_up_people', isOfPeople);
  const changes = latest('catch_up_changes', isChange);
  const some = db
    .select(columns)
    .from(events)
    .where(and(inSpace, sql`${events.sequence} = any(${sql.placeholder('sequences')}::bigint[])`))
    .orderBy(asc(events.sequence))
    .prepare('catch_up_messages');
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
    ofPeople: (span: Span, limit: number): Promise<PieceRow[]> => ofPeople.execute({ ...span, limit }),
    /** Everything but messages and deliveries, newest first. */
    changes: (span: Span, limit: number): Promise<EventRow[]> => changes.execute({ ...span, limit }),
    /** The sequences of the messages that are directed to a participant, newest first. */
    directed: async (span: Span & { participantId: string }, limit: number): Promise<number[]> =>
      (await directed.execute({ ...span, limit })).map(({ sequence }) => sequence),
    some: async (spaceId: string, sequences: readonly number[]): Promise<PieceRow[]> =>
      sequences.length === 0 ? [] : some.execute({ spaceId, sequences: arrayLiteral(sequences) }),
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
