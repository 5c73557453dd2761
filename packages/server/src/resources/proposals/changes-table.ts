import type { ProposedChange } from '@parley/core';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { TableMapping } from '../../engine/store/mapping.ts';

/** The changes of proposals, one row per revision. They are never changed. */
export const table = pgTable(
  'proposed_changes',
  {
    spaceId: uuid('space_id').notNull(),
    proposalId: uuid('proposal_id').notNull(),
    revision: integer('revision').notNull(),
    change: text('change').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.proposalId, table.revision] })],
);

export const proposedChanges: TableMapping<typeof table, ProposedChange> = {
  table,
  idOf: ({ proposalId, revision }) => `${proposalId} ${revision}`,
  isMany: true,
  bytesOf: ({ bytes }) => bytes,
  toRow: (proposed, spaceId) => ({ spaceId, ...proposed }),
  updates: [],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    proposedChanges: ProposedChange;
  }
}
