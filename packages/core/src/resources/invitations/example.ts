import { at, spaceId } from '../../kernel/example.ts';

export const invitationId = 'c3a7d910-64be-4f2b-a1d5-9b8c7d6e5f40';
export const ofInvitation = { spaceId, invitationId };
export const key = '2d'.repeat(32);

export const invitation = {
  invitationId,
  createdAt: at,
  expiresAt: '2026-01-31T13:00:00.000Z',
  maxUses: 2,
  uses: 0,
  state: 'active' as const,
  participantIds: [] as string[],
};
