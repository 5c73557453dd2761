import { memberships as table } from '../schema.ts';
import type { Noun } from './noun.ts';

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
