import type { Participant } from '@parley/core';
import type { View } from './view.ts';

type Shown = Pick<Participant, 'participantId' | 'name' | 'role' | 'status' | 'isOwner' | 'isHuman' | 'speaker'>;

export const participantView = (
  { participantId, name, role, status, isOwner, isHuman, speaker }: Shown,
  publicUrl: string,
): View<'participantView'> => ({
  participantId,
  name,
  role,
  avatarUrl: `${publicUrl}/avatars/${participantId}.svg`,
  status,
  isOwner,
  isHuman,
  speaker,
});
