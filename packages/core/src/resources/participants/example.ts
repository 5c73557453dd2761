import { at, spaceId, url } from '../../kernel/example.ts';

export const ownerId = '0d9f3a52-7c41-4e0b-8a36-5e1f2b3c4d5e';
export const participantId = '8e4b1f70-2a9d-4d35-b6c8-7f0a1b2c3d4e';
export const ofParticipant = { spaceId, participantId };
export const keys = { owner: '0f'.repeat(32), rotated: '7a'.repeat(32) };

export const owner = {
  participantId: ownerId,
  name: 'Ada',
  role: 'chair',
  avatarUrl: `${url}/avatars/${ownerId}.svg`,
  status: 'active',
  isOwner: true,
  isHuman: true,
  speaker: 'owner',
  reach: 'live',
  lastSeenAt: at,
} as const;
