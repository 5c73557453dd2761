import type { ParticipantView, Participant } from '@parley/core';

type Shown = Pick<Participant, 'participantId' | 'name' | 'role' | 'status' | 'isOwner' | 'isHuman' | 'speaker'> & {
  displayName?: string | undefined;
  resembles?: string | undefined;
};

export const participantView = (
  { participantId, name, displayName, resembles, role, status, isOwner, isHuman, speaker }: Shown,
  publicUrl: string,
): ParticipantView => ({
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
