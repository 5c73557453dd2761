import type { Fact } from '../../kernel/facts.ts';
import type { Participant, ParticipantStatus, SpeakerClass } from './entity.ts';

/** The speaker class that a fact has or, before there were speaker classes, implies. */
export const speakerIn = ({ speaker, isOwner }: { speaker?: SpeakerClass | undefined; isOwner: boolean }): SpeakerClass =>
  speaker ?? (isOwner ? 'owner' : 'guest');

/** A participant joined, or its status changed. */
export const statusChanged = (
  { participantId, name, role, isOwner, isHuman, speaker, status, revealed }: Participant,
  change: { previousStatus?: ParticipantStatus | undefined; actorId: string; resembles?: string | undefined },
): Fact => ({
  event: 'participant-status',
  body: { participantId, name, role, isOwner, isHuman, speaker, status, ...change, revealed },
});

/** A participant whom the owner approved used its key for the first time. */
export const keyUsed = ({ participantId, name, role, isOwner, isHuman, speaker, status, revealed }: Participant): Fact => ({
  event: 'participant-status',
  body: {
    participantId,
    name,
    role,
    isOwner,
    isHuman,
    speaker,
    status,
    previousStatus: 'waitingForApproval',
    actorId: participantId,
    revealed,
    isFirstUse: true,
  },
});

export interface StatusFact {
  participantId: string;
  name: string;
  role: string;
  isOwner: boolean;
  isHuman: boolean;
  speaker?: SpeakerClass | undefined;
  status: ParticipantStatus;
  previousStatus?: ParticipantStatus | undefined;
  actorId: string;
  /** In a request to join: somebody in the space whose name looks like that of the joiner. */
  resembles?: string | undefined;
  /** Whether anyone except the owner knew of the participant at the time. */
  revealed: boolean;
  /** The participant used its key for the first time; the owner is not notified of that. */
  isFirstUse?: true;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    'participant-status': StatusFact;
  }
}
