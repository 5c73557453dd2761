import { nouns, type Invitation } from '@parley/core';
import { invitations as table } from '../schema.ts';
import type { StateNoun } from './noun.ts';

export const invitations: StateNoun<typeof table, Invitation> = {
  table,
  idOf: nouns.invitations.idOf,
  toRow: (invitation, spaceId) => ({ spaceId, ...invitation }),
  fromRow: ({ spaceId: _, expiresAt, maxUses, role, revokedAt, ...row }) => ({
    ...row,
    expiresAt: expiresAt ?? undefined,
    maxUses: maxUses ?? undefined,
    role: role ?? undefined,
    revokedAt: revokedAt ?? undefined,
  }),
  updates: ['uses', 'revokedAt'],
  order: ['createdAt', 'invitationId'],
};
