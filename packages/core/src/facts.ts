import type { Delivery } from './rules/delivery.ts';
import type { Artifact, Expects, Instant, MessageType, Participant, ParticipantStatus, Space, SpeakerClass } from './state.ts';
import { lockAt } from './rules/artifact.ts';

/**
 * What happened in a space, as its log stores it: ids, names and roles as they were at the time. The view is computed when a fact is
 * read, and `rules/visibility.ts` decides who can see it. Storing a fact assigns its sequence and instant.
 */
export interface Facts {
  message: {
    /** First, because an index of the store finds messages by it. */
    id: string;
    senderId: string;
    /** Facts of earlier releases have none: `speakerIn` says what applies then. */
    speaker?: SpeakerClass | undefined;
    senderName: string;
    isOwner: boolean;
    content: string;
    type: MessageType;
    to?: readonly string[] | undefined;
    replyTo?: string | undefined;
    expects?: Expects | undefined;
  };
  'participant-status': {
    participantId: string;
    name: string;
    role: string;
    isOwner: boolean;
    isHuman: boolean;
    speaker?: SpeakerClass | undefined;
    status: ParticipantStatus;
    previousStatus?: ParticipantStatus | undefined;
    actorId: string;
    /** Whether anyone except the owner knew of the participant at the time. */
    revealed: boolean;
    /** The participant used its key for the first time; the owner is not notified of that. */
    isFirstUse?: true;
  };
  delivery: Pick<Delivery, 'deliveryId' | 'messageId' | 'senderId' | 'participantId' | 'state' | 'outcome' | 'note' | 'attempt'>;
  artifact: {
    action: 'created' | 'updated' | 'locked' | 'unlocked' | 'lock-expired';
    artifactId: string;
    name: string;
    version: number;
    updatedAt: Instant;
    lock?: { lockedBy: string; expiresAt: Instant } | undefined;
    actorId: string;
  };
  /** The messages by agents since the last human message reached a part of the budget; 0: the owner reset it. */
  budget: { limit: number; used: number; percent: 0 | 80 | 100 };
  'space-closed': { reason: 'closed' | 'expired'; at: Instant };
}

export type FactName = keyof Facts;
export type Fact = { [Name in FactName]: { event: Name; body: Facts[Name] } }[FactName];

/** The speaker class that a fact has or, before there were speaker classes, implies. */
export const speakerIn = ({ speaker, isOwner }: { speaker?: SpeakerClass | undefined; isOwner: boolean }): SpeakerClass =>
  speaker ?? (isOwner ? 'owner' : 'guest');

/** A participant sent a message. */
export const messageSent = (
  sender: Participant,
  { id, content, type, to, replyTo, expects }: Omit<Facts['message'], 'senderId' | 'senderName' | 'isOwner'>,
): Fact => ({
  event: 'message',
  body: {
    id,
    senderId: sender.participantId,
    speaker: sender.speaker,
    senderName: sender.name,
    isOwner: sender.isOwner,
    content,
    type,
    to,
    replyTo,
    expects,
  },
});

/** A delivery was queued, claimed or ended. */
export const deliveryChanged = ({
  deliveryId,
  messageId,
  senderId,
  participantId,
  state,
  outcome,
  note,
  attempt,
}: Delivery): Fact => ({
  event: 'delivery',
  body: { deliveryId, messageId, senderId, participantId, state, outcome, note, attempt },
});

/** A participant joined, or its status changed. */
export const statusChanged = (
  { participantId, name, role, isOwner, isHuman, speaker, status, revealed }: Participant,
  change: { previousStatus?: ParticipantStatus | undefined; actorId: string },
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

/** An artifact was created, written, locked or unlocked. */
export function artifactChanged(action: Facts['artifact']['action'], artifact: Artifact, actorId: string, now: Instant): Fact {
  const { artifactId, name, version, updatedAt } = artifact;
  const lock = lockAt(artifact, now);
  return {
    event: 'artifact',
    body: {
      action,
      artifactId,
      name,
      version,
      updatedAt,
      ...(lock && { lock: { lockedBy: lock.lockedBy, expiresAt: lock.expiresAt } }),
      actorId,
    },
  };
}

/** The budget reached a level, or was reset. */
export const budgetReached = (body: Facts['budget']): Fact => ({ event: 'budget', body });

/** A space was closed or expired. */
export const spaceEnded = ({ end }: Space): Fact => ({ event: 'space-closed', body: { reason: end!.reason, at: end!.at } });
