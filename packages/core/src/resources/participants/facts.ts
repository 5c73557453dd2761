import type { Fact } from '../../kernel/facts.ts';
import type { SpaceState } from '../../kernel/state.ts';
import { displayNameAfter } from './display-names.ts';
import type { Participant, ParticipantStatus, SpeakerClass } from './entity.ts';

/** The speaker class that a fact has or, before there were speaker classes, implies. */
export const speakerIn = ({ speaker, isOwner }: { speaker?: SpeakerClass | undefined; isOwner: boolean }): SpeakerClass =>
  speaker ?? (isOwner ? 'owner' : 'guest');

/** A participant joined, or its status changed. */
export const statusChanged = (
  state: Pick<SpaceState, 'participants'>,
  participant: Participant,
  change: Pick<StatusFact, 'previousStatus' | 'actorId' | 'resembles' | 'namesErasedThrough'>,
): Fact => ({
  event: 'participant-status',
  body: { ...told(state, participant), ...change, revealed: participant.revealed },
});

/** What its event tells of a participant. */
const told = (state: Pick<SpaceState, 'participants'>, participant: Participant) => ({
  participantId: participant.participantId,
  name: participant.name,
  displayName: displayNameAfter(state, participant),
  role: participant.role,
  isOwner: participant.isOwner,
  isHuman: participant.isHuman,
  speaker: participant.speaker,
  status: participant.status,
});

/** A participant whom the owner approved used its key for the first time. */
export const keyUsed = (state: Pick<SpaceState, 'participants'>, participant: Participant): Fact => ({
  event: 'participant-status',
  body: {
    ...told(state, participant),
    previousStatus: 'waitingForApproval',
    actorId: participant.participantId,
    revealed: participant.revealed,
    isFirstUse: true,
  },
});

export interface StatusFact {
  participantId: string;
  name: string;
  /** Facts of earlier releases have none. */
  displayName?: string | undefined;
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
  /** Events up to this sequence have lost its name. */
  namesErasedThrough?: number | undefined;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    'participant-status': StatusFact;
  }
}
