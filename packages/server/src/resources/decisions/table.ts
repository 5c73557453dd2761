import { entities, maxDecisions, type Decision, type Redaction, type Voter, type VoterAnswer } from '@parley/core';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { StateMapping } from '../../engine/store/mapping.ts';
import { ms } from '../../engine/store/schema.ts';

export const table = pgTable(
  'decisions',
  {
    spaceId: uuid('space_id').notNull(),
    decisionId: uuid('decision_id').notNull(),
    /** Of the first event that it caused. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    title: text('title').notNull(),
    /** As JSON, like the voters and their answers. */
    options: text('options').notNull(),
    voters: text('voters').notNull(),
    answers: text('answers').notNull(),
    rule: text('rule', { enum: ['first', 'all', 'majority', 'no-objection'] }).notNull(),
    isSecret: boolean('is_secret').notNull(),
    openedBy: uuid('opened_by').notNull(),
    openedByName: text('opened_by_name').notNull(),
    createdAt: ms('created_ms').notNull(),
    expiresAt: ms('expires_ms'),
    fallback: text('fallback'),
    artifactId: uuid('artifact_id'),
    artifactName: text('artifact_name'),
    version: integer('version'),
    sha256: text('sha256'),
    authorId: uuid('author_id'),
    messageId: uuid('message_id'),
    deliveryIds: text('delivery_ids').notNull(),
    endState: text('end_state', { enum: ['decided', 'lapsed', 'withdrawn'] }),
    outcome: text('outcome'),
    endedAt: ms('ended_ms'),
    endedBy: uuid('ended_by'),
    statement: text('statement'),
    /** As JSON: how the texts of the question were erased. */
    redacted: text('redacted'),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.decisionId] }),
    index('decisions_in_order').on(table.spaceId, table.sequence),
    index('decisions_open')
      .on(table.spaceId, table.sequence)
      .where(sql`ended_ms is null`),
    index('decisions_due')
      .on(table.expiresAt)
      .where(sql`ended_ms is null and expires_ms is not null`),
    index('decisions_pinned')
      .on(table.spaceId, table.artifactId, table.version)
      .where(sql`artifact_id is not null`),
  ],
);

const changing = [
  'title',
  'options',
  'fallback',
  'expiresAt',
  'answers',
  'endState',
  'outcome',
  'endedAt',
  'endedBy',
  'statement',
  'redacted',
] as const;

type Answers = Record<string, VoterAnswer>;

const answersIn = (voters: readonly Voter[]): Answers =>
  Object.fromEntries(voters.flatMap(({ participantId, answer }) => (answer ? [[participantId, answer]] : [])));

export const decisions: StateMapping<typeof table, Decision> = {
  table,
  idOf: entities.decisions.idOf,
  isMany: true,
  sequenceIn: 'sequence',
  toRow: ({ options, voters, artifact, asking, end, redacted, sequence = 0, ...decision }, spaceId) => ({
    spaceId,
    ...decision,
    sequence,
    options: JSON.stringify(options),
    voters: JSON.stringify(voters.map(({ answer: _, ...voter }) => voter)),
    answers: JSON.stringify(answersIn(voters)),
    artifactId: artifact?.artifactId,
    artifactName: artifact?.name,
    version: artifact?.version,
    sha256: artifact?.sha256,
    authorId: artifact?.authorId,
    messageId: asking?.messageId,
    deliveryIds: asking?.deliveryIds.join(' ') ?? '',
    endState: end?.state,
    outcome: end?.outcome,
    endedAt: end?.at,
    endedBy: end?.by,
    statement: end?.statement,
    redacted: redacted && JSON.stringify(redacted),
  }),
  fromRow: (row): Decision => {
    const answers = JSON.parse(row.answers) as Answers;
    const { artifactId, artifactName, version, sha256, authorId } = row;
    return {
      decisionId: row.decisionId,
      sequence: row.sequence,
      title: row.title,
      options: JSON.parse(row.options) as Decision['options'],
      voters: (JSON.parse(row.voters) as Voter[]).map((voter) => ({ ...voter, answer: answers[voter.participantId] })),
      rule: row.rule,
      isSecret: row.isSecret,
      openedBy: row.openedBy,
      openedByName: row.openedByName,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt ?? undefined,
      fallback: row.fallback ?? undefined,
      artifact:
        artifactId !== null && artifactName !== null && version !== null && sha256 !== null && authorId !== null
          ? { artifactId, name: artifactName, version, sha256, authorId }
          : undefined,
      asking:
        row.messageId === null
          ? undefined
          : { messageId: row.messageId, deliveryIds: row.deliveryIds.split(' ').filter(Boolean) },
      end:
        row.endState !== null && row.endedAt !== null
          ? {
              state: row.endState,
              outcome: row.outcome ?? undefined,
              at: row.endedAt,
              by: row.endedBy ?? undefined,
              statement: row.statement ?? undefined,
            }
          : undefined,
      redacted: row.redacted === null ? undefined : (JSON.parse(row.redacted) as Redaction),
    };
  },
  names: { openedByName: 'openedBy' },
  namesIn: ['voters'],
  updates: changing,
  buries: changing,
  remembered: (spaceId) => sql`select * from ${table} where space_id = ${spaceId} and ended_ms is null`,
  order: ['sequence'],
  quota: { columns: [], counts: () => 'true', groupOf: () => [], limit: maxDecisions, isExact: true },
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    decisions: Decision;
  }
}
