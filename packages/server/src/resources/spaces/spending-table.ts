import { entities, type Spending } from '@parley/core';
import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import type { StateMapping } from '../../engine/store/mapping.ts';

/** What participants have used of the agent budget since the last human message. */
export const table = pgTable(
  'spending',
  {
    spaceId: uuid('space_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    messages: integer('messages').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.participantId] })],
);

export const spending: StateMapping<typeof table, Spending> = {
  table,
  idOf: entities.spending.idOf,
  toRow: (each, spaceId) => ({ spaceId, ...each }),
  fromRow: ({ spaceId: _, ...row }) => row,
  updates: ['messages'],
  order: ['participantId'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    spending: Spending;
  }
}
