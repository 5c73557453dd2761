import type { EventView } from '../../engine/stream/views.ts';
import { speakerIn } from '@parley/core';
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

export const views: { 'participant-status': EventView<'participant-status'> } = {
  'participant-status': ({ status, previousStatus, actorId, ...participant }, { publicUrl }) => ({
    participant: participantView({ ...participant, status, speaker: speakerIn(participant) }, publicUrl),
    status,
    ...(previousStatus && { previousStatus }),
    actorId,
  }),
};
