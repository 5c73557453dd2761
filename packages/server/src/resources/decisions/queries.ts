import type { Decision, Redaction } from '@parley/core';
import { and, asc, count, desc, eq, exists, gt, gte, isNotNull, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Connection, Querying } from '../../engine/store/connection.ts';
import type { AuthorPlace } from '../../engine/resource.ts';
import { newestMatching } from '../../engine/store/newest-matching.ts';
import { titled } from '../titled-search.ts';
import { earliest, isLater, since, type Due } from '../../engine/store/due.ts';
import { spaceHeads } from '../../engine/store/schema.ts';
import { table as participants } from '../../engine/store/participants-table.ts';
import { decisions as mapping, table as decisions } from './table.ts';
import { table as texts } from './texts-table.ts';

export interface DecisionTexts {
  /** The question in detail. */
  question?: string | undefined;
  /** The reasons, by the id of the voter; those that were erased are empty. */
  reasons: ReadonlyMap<string, { readonly text: string; readonly redacted?: Redaction | undefined }>;
}

export interface DecisionPlace {
  spaceId: string;
  /** A sequence: only older ones. */
  before: number;
  limit: number;
  /** Only those that this participant opened or was asked. */
  mine?: string | undefined;
}

export function decisionStore(db: PgRemoteDatabase, querying: Querying, background: Connection) {
  const inSpace = eq(decisions.spaceId, sql.placeholder('spaceId'));
  const one = db
    .select()
    .from(decisions)
    .where(and(inSpace, eq(decisions.decisionId, sql.placeholder('decisionId'))))
    .prepare('decision');
  const all = db.select({ count: count() }).from(decisions).where(inSpace).prepare('decisions_count');
  const pinned = db
    .selectDistinct({ version: decisions.version })
    .from(decisions)
    .where(and(inSpace, isNotNull(decisions.artifactId), eq(decisions.artifactId, sql.placeholder('artifactId'))))
    .prepare('decisions_pinned');
  const textsOf = db
    .select()
    .from(texts)
    .where(and(eq(texts.spaceId, sql.placeholder('spaceId')), eq(texts.decisionId, sql.placeholder('decisionId'))))
    .prepare('decision_texts');
  // A literal, because a plan for any parameter cannot use the partial index.
  const isOpen = sql`${decisions.endedAt} is null`;
  const me = sql.placeholder('mine');
  // A space has few enough decisions to look into each. No name can contain the quotes around an id.
  const isVoter = sql`position('"participantId":"' || ${me}::text || '"' in ${decisions.voters}) > 0`;
  const isMine = or(eq(decisions.openedBy, me), isVoter);
  const newest = (name: string, ...which: (SQL | undefined)[]) =>
    db
      .select()
      .from(decisions)
      .where(and(inSpace, lt(decisions.sequence, sql.placeholder('before')), ...which))
      .orderBy(desc(decisions.sequence))
      .limit(sql.placeholder('limit'))
      .prepare(name);
  const lists = { open: newest('decisions_open', isOpen), all: newest('decisions_all') };
  const mine = { open: newest('decisions_mine_open', isOpen, isMine), all: newest('decisions_mine_all', isMine) };
  const due = db
    .select({ spaceId: decisions.spaceId, dueAt: sql<number>`${decisions.expiresAt}`.mapWith(Number) })
    .from(decisions)
    // Nothing is written to a closed space.
    .innerJoin(spaceHeads, and(eq(spaceHeads.spaceId, decisions.spaceId), sql`not ${spaceHeads.closed}`))
    .where(
      and(
        isOpen,
        isNotNull(decisions.expiresAt),
        lte(decisions.expiresAt, sql.placeholder('now')),
        isLater(decisions.expiresAt, decisions.spaceId),
      ),
    )
    .orderBy(asc(decisions.expiresAt), asc(decisions.spaceId))
    .limit(sql.placeholder('limit'))
    .prepare('decisions_due');
  const departed = db
    .select({ one: sql`1` })
    .from(participants)
    .where(and(eq(participants.spaceId, decisions.spaceId), gte(participants.endedAt, sql.placeholder('since'))));
  const left = db
    .selectDistinct({ spaceId: decisions.spaceId })
    .from(decisions)
    // A departure is an event, so spaces without a newer one are skipped.
    .innerJoin(
      spaceHeads,
      and(
        eq(spaceHeads.spaceId, decisions.spaceId),
        sql`not ${spaceHeads.closed}`,
        gte(spaceHeads.lastMs, sql.placeholder('since')),
      ),
    )
    .where(and(isOpen, gt(decisions.spaceId, sql`${sql.placeholder('after')}::uuid`), exists(departed)))
    .orderBy(asc(decisions.spaceId))
    .limit(sql.placeholder('limit'))
    .prepare('decisions_spaces_left');
  const laterThan = sql`${sql.placeholder('after')}::uuid`;
  const written = db
    .select({ id: decisions.decisionId })
    .from(decisions)
    .where(
      and(
        inSpace,
        eq(decisions.openedBy, sql.placeholder('participantId')),
        isNull(decisions.redacted),
        gt(decisions.decisionId, laterThan),
      ),
    )
    .orderBy(asc(decisions.decisionId))
    .limit(sql.placeholder('limit'))
    .prepare('decisions_written');
  const writtenReasons = db
    .select({ id: texts.decisionId })
    .from(texts)
    .where(
      and(
        eq(texts.spaceId, sql.placeholder('spaceId')),
        eq(texts.voterId, sql.placeholder('participantId')),
        ne(texts.text, ''),
        gt(texts.decisionId, laterThan),
      ),
    )
    .orderBy(asc(texts.decisionId))
    .limit(sql.placeholder('limit'))
    .prepare('reasons_written');
  const ofText = (column: string) =>
    `(select x.${column} from decision_texts x where x.space_id = $1::uuid and x.decision_id = r.decision_id and x.voter_id = '')`;
  const matching = newestMatching(
    querying,
    titled({
      table: 'decisions',
      columns: ['decision_id', 'title', 'opened_by', 'opened_by_name'],
      text: ofText('text'),
      bytes: ofText('bytes'),
    }),
  );

  return {
    /** Those whose title and text match all patterns, newest first, before a sequence. No answer or reason is looked at. */
    matching,
    async find(spaceId: string, decisionId: string): Promise<Decision | undefined> {
      const [row] = await one.execute({ spaceId, decisionId });
      return row && mapping.fromRow(row);
    },
    async texts(spaceId: string, decisionId: string): Promise<DecisionTexts> {
      const rows = await textsOf.execute({ spaceId, decisionId });
      const reasons = rows.filter(({ voterId, text, redacted }) => voterId !== '' && (text !== '' || redacted !== null));
      return {
        // An empty one was erased.
        question: rows.find(({ voterId }) => voterId === '')?.text || undefined,
        reasons: new Map(
          reasons.map(({ voterId, text, redacted }) => [
            voterId,
            { text, ...(redacted !== null && { redacted: JSON.parse(redacted) as Redaction }) },
          ]),
        ),
      };
    },
    /** The ids of those that a participant opened, and whose texts are not erased. */
    written: async (place: AuthorPlace): Promise<string[]> => (await written.execute({ ...place })).map(({ id }) => id),
    /** The ids of those for whose answers a participant gave a reason that is not erased. */
    writtenReasons: async (place: AuthorPlace): Promise<string[]> =>
      (await writtenReasons.execute({ ...place })).map(({ id }) => id),
    /** How many there are, those that have ended included. */
    count: async (spaceId: string): Promise<number> => (await all.execute({ spaceId }))[0]!.count,
    /** The versions of an artifact that decisions are about, those that have ended included. */
    pinned: async (spaceId: string, artifactId: string): Promise<number[]> =>
      (await pinned.execute({ spaceId, artifactId })).map(({ version }) => version!),
    /** Newest first. */
    page: async (which: 'open' | 'all', place: DecisionPlace): Promise<Decision[]> =>
      (await (place.mine === undefined ? lists : mine)[which].execute({ ...place })).map(mapping.fromRow),
    /** The open spaces with decisions whose time is over, the oldest first, after the given one. */
    spacesDue: (now: number, limit: number, after = earliest): Promise<Due[]> => due.execute({ now, limit, ...since(after) }),
    /** How many are open in open spaces of the whole database: for the metrics. */
    async openCount(now: number): Promise<number> {
      const [row] = await background.query(
        `select count(*)::int from decisions d join space_heads h on h.space_id = d.space_id
         where d.ended_ms is null and not h.closed and h.expires_ms > $1::bigint`,
        [now],
      );
      return Number(row?.[0]);
    },
    /** The open spaces with open decisions that somebody left at an instant or later, after the given one. */
    spacesLeft: async (since: number, limit: number, after = earliest.spaceId): Promise<string[]> =>
      (await left.execute({ since, limit, after })).map(({ spaceId }) => spaceId),
  };
}
