import { entities, type Proposal } from '@parley/core';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { StateMapping } from '../../engine/store/mapping.ts';

export const table = pgTable(
  'proposals',
  {
    spaceId: uuid('space_id').notNull(),
    proposalId: uuid('proposal_id').notNull(),
    /** Of the event that announced it first. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    artifactId: uuid('artifact_id').notNull(),
    authorId: uuid('author_id').notNull(),
    authorName: text('author_name').notNull(),
    baseVersion: integer('base_version').notNull(),
    via: text('via', { enum: ['write', 'edits', 'append', 'section'] }).notNull(),
    note: text('note'),
    revision: integer('revision').notNull(),
    createdAt: ms('created_ms').notNull(),
    messageId: uuid('message_id'),
    deliveryIds: text('delivery_ids').notNull(),
    endState: text('end_state', { enum: ['accepted', 'accepted_with_changes', 'rejected', 'withdrawn'] }),
    endedAt: ms('ended_ms'),
    endedBy: uuid('ended_by'),
    endNote: text('end_note'),
    endVersion: integer('end_version'),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.proposalId] }),
    index('proposals_of_artifact').on(table.spaceId, table.artifactId, table.sequence),
    index('proposals_open')
      .on(table.spaceId, table.artifactId, table.sequence)
      .where(sql`ended_ms is null`),
  ],
);

const ending = ['endState', 'endedAt', 'endedBy', 'endNote', 'endVersion'] as const;

const fromRow = (row: typeof table.$inferSelect): Proposal => {
  const { spaceId: _, note, messageId, deliveryIds, endState, endedAt, endedBy, endNote, endVersion, ...rest } = row;
  return {
    ...rest,
    note: note ?? undefined,
    messageId: messageId ?? undefined,
    deliveryIds: deliveryIds.split(' ').filter(Boolean),
    end:
      endState !== null && endedAt !== null && endedBy !== null
        ? { state: endState, at: endedAt, by: endedBy, note: endNote ?? undefined, version: endVersion ?? undefined }
        : undefined,
  };
};

export const proposals: StateMapping<typeof table, Proposal> = {
  table,
  idOf: entities.proposals.idOf,
  isMany: true,
  sequenceIn: 'sequence',
  toRow: ({ end, deliveryIds, sequence = 0, ...proposal }, spaceId) => ({
    spaceId,
    ...proposal,
    sequence,
    deliveryIds: deliveryIds.join(' '),
    endState: end?.state,
    endedAt: end?.at,
    endedBy: end?.by,
    endNote: end?.note,
    endVersion: end?.version,
  }),
  fromRow,
  names: { authorName: 'authorId' },
  updates: ['baseVersion', 'via', 'note', 'revision', 'messageId', 'deliveryIds', ...ending],
  buries: ending,
  remembered: (spaceId) => sql`select * from ${table} where space_id = ${spaceId} and ended_ms is null`,
  order: ['sequence'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    proposals: Proposal;
  }
}
