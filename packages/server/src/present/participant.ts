import type { Participant } from '@parley/core';
import type { View } from './view.ts';

type Shown = Pick<Participant, 'participantId' | 'name' | 'role' | 'status' | 'isOwner' | 'isHuman' | 'speaker'> & {
  displayName?: string | undefined;
  resembles?: string | undefined;
};

export const participantView = (
  { participantId, name, displayName, resembles, role, status, isOwner, isHuman, speaker }: Shown,
  publicUrl: string,
): View<'participantView'> => ({
  participantId,
  name,
  ...(displayName !== undefined && { displayName }),
  ...(resembles !== undefined && { resembles }),
  role,
  avatarUrl: `${publicUrl}/avatars/${participantId}.svg`,
  status,
  isOwner,
  isHuman,
  speaker,
});
