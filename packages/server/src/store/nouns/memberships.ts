import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../schema.ts';
import type { Noun } from './noun.ts';

/** Which participants of which spaces a user is. Grants no access. */
export const table = pgTable(
  'memberships',
  {
    userId: uuid('user_id').notNull(),
    spaceId: uuid('space_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    createdAt: ms('created_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.spaceId, table.participantId] }),
    index('memberships_space').on(table.spaceId),
    index('memberships_newest').on(table.userId, table.createdAt),
  ],
);

/** Records for a user's dashboard which participant of a space the user is. */
export interface Membership {
  userId: string;
  participantId: string;
}

export const memberships: Noun<typeof table, Membership> = {
  table,
  idOf: ({ userId, participantId }) => `${userId} ${participantId}`,
  toRow: (membership, spaceId, now) => ({ spaceId, ...membership, createdAt: now }),
  updates: [],
};
