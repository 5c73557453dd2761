import { memberships as table } from '../schema.ts';
import type { Noun } from './noun.ts';

/** Tells a user's dashboard who the user is in a space. */
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
