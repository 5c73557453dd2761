import { notFound, ServiceError } from '../../kernel/errors.ts';
import { missing } from './errors.ts';
import { isGone, isLive, rememberedKeys, type Participant, type ParticipantStatus, type SpeakerClass } from './entity.ts';
import { type Instant } from '../../kernel/instant.ts';
import type { SpaceState } from '../../kernel/state.ts';
import { assertRoom } from '../../kernel/assertions.ts';

export function find(state: SpaceState, participantId: string): Participant {
  const participant = state.participants.get(participantId);
  if (!participant) throw notFound(missing.participantId);
  return participant;
}

/** Whether a message can be directed to a participant. */
export function isHere({ participants }: SpaceState, participantId: string): boolean {
  const participant = participants.get(participantId);
  return participant !== undefined && participant.revealed && isLive(participant);
}

interface Newcomer {
  participantId: string;
  keyHash: string;
  invitationId: string;
  name: string;
  role?: string | undefined;
  isHuman?: boolean | undefined;
  speaker: Exclude<SpeakerClass, 'owner'>;
}

export function join(state: SpaceState, newcomer: Newcomer, limit: number): Participant {
  let live = 0;
  let position = 0;
  for (const other of state.participants.values()) {
    if (isLive(other)) live += 1;
    if (other.position >= position) position = other.position + 1;
  }
  assertRoom(live, limit, 'participants');
  const isPublic = state.space.privacy === 'public';
  return {
    participantId: newcomer.participantId,
    position,
    name: newcomer.name,
    role: newcomer.role ?? 'participant',
    isOwner: false,
    isHuman: newcomer.isHuman ?? false,
    speaker: newcomer.speaker,
    status: isPublic ? 'active' : 'waitingForApproval',
    keyHash: newcomer.keyHash,
    keyGeneration: 0,
    formerKeyHashes: [],
    invitationId: newcomer.invitationId,
    revealed: isPublic,
  };
}

/** Whether the participant can collect its key now: after the approval, until the key is first used. */
export function collect(participant: Participant, invitationId: string): 'pending' | 'approved' {
  if (participant.invitationId !== invitationId) {
    throw new ServiceError('participant_not_found', 'There is no such join request for this invitation');
  }
  if (participant.status === 'waitingForApproval') return 'pending';
  if (participant.revealed) throw new ServiceError('join_collected', 'The key was already collected and is in use');
  if (!isLive(participant)) throw new ServiceError('join_declined', 'The owner declined the request to join');
  return 'approved';
}

export const reveal = (participant: Participant): Participant => ({ ...participant, revealed: true });

/** The participant after its key was replaced by that of the next generation. A key that was replaced is in use, so nobody can collect it. */
export const rotateKey = (participant: Participant, keyHash: string): Participant => ({
  ...participant,
  keyHash,
  keyGeneration: participant.keyGeneration + 1,
  formerKeyHashes: [participant.keyHash, ...participant.formerKeyHashes].slice(0, rememberedKeys),
  revealed: true,
});

export const approve = (participant: Participant): Participant =>
  become('active', participant, ['waitingForApproval'], 'be approved');
export const mute = (participant: Participant): Participant => become('muted', participant, ['active'], 'be muted');
export const unmute = (participant: Participant): Participant => become('active', participant, ['muted'], 'be unmuted');

export const kick = (participant: Participant, now: Instant): Participant => ({
  ...become('kicked', participant, ['waitingForApproval', 'active', 'muted'], 'be kicked'),
  endedAt: now,
});

export const leave = (participant: Participant, now: Instant): Participant => ({
  ...become('left', participant, ['active', 'muted'], 'leave'),
  endedAt: now,
});

/** Whoever no longer has an account leaves, also before it is approved. The owner stays. */
export const depart = (participant: Participant, now: Instant): Participant =>
  participant.isOwner || isGone(participant) ? participant : { ...participant, status: 'left', endedAt: now };

const words: Record<ParticipantStatus, string> = {
  waitingForApproval: 'is waiting for approval',
  active: 'is active',
  muted: 'is muted',
  left: 'has left',
  kicked: 'was kicked',
};

function become(status: ParticipantStatus, participant: Participant, from: ParticipantStatus[], action: string): Participant {
  if (participant.isOwner) throw new ServiceError('owner_protected', 'The owner cannot be moderated');
  if (!from.includes(participant.status)) {
    throw new ServiceError('status_conflict', `The participant ${words[participant.status]} and cannot ${action}`);
  }
  return { ...participant, status };
}
