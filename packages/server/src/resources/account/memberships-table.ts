import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { UserLink } from '../../engine/visitor.ts';
import type { TableMapping } from '../../engine/store/mapping.ts';

/** Which participants of which spaces a user is. Grants no access. */
export const table = pgTable(
  'memberships',
  {
    userId: uuid('user_id').notNull(),
    spaceId: uuid('space_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    createdAt: ms('created_ms').notNull(),
    /** With which an agent came; missing if the user came themselves, or before this was recorded. */
    tokenId: uuid('token_id'),
    /** The `disabled_ms` of the user for which the key of the participant was replaced. */
    endedFor: ms('ended_for_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.spaceId, table.participantId] }),
    index('memberships_space').on(table.spaceId),
    index('memberships_newest').on(table.userId, table.createdAt),
  ],
);

/** Records for a user's dashboard which participant of a space the user is. */
export interface Membership extends UserLink {
  participantId: string;
}

export const memberships: TableMapping<typeof table, Membership> = {
  table,
  idOf: ({ userId, participantId }) => `${userId} ${participantId}`,
  toRow: ({ tokenId = null, ...rest }, spaceId, now) => ({ spaceId, ...rest, tokenId, createdAt: now }),
  updates: [],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    memberships: Membership;
  }
}
