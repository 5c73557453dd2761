import type {
  Artifact,
  Audience,
  DraftedEvent,
  EventDraft,
  Instant,
  MessageType,
  Participant,
  ParticipantStatus,
  Space,
} from '@parley/core';
import { artifactSummary, dateTime, participantView } from '../present.ts';

/** The events that operations put into the log, in the shape that the stream tells them. */

export const messageEvent = (message: { id: string; sender: Participant; content: string; type: MessageType }): DraftedEvent => ({
  event: 'message',
  audience: 'all',
  body: {
    id: message.id,
    senderId: message.sender.participantId,
    senderName: message.sender.name,
    isOwner: message.sender.isOwner,
    content: message.content,
    type: message.type,
  },
});

interface StatusChange {
  participant: Participant;
  previousStatus?: ParticipantStatus | undefined;
  actorId: string;
}

/** Who is not revealed yet is told to the owner alone. */
export const statusEvent = (
  { participant, previousStatus, actorId }: StatusChange,
  publicUrl: string,
  audience: Audience = participant.revealed ? 'all' : 'owner',
): DraftedEvent => ({
  event: 'participant-status',
  audience,
  body: {
    participant: participantView(participant, publicUrl),
    status: participant.status,
    ...(previousStatus && { previousStatus }),
    actorId,
  },
});

type ArtifactAction = EventDraft<'artifact'>['action'];

export const artifactEvent = (action: ArtifactAction, artifact: Artifact, actorId: string, now: Instant): DraftedEvent => ({
  event: 'artifact',
  audience: 'all',
  body: { action, artifact: artifactSummary(artifact, now), actorId },
});

export const spaceClosedEvent = ({ spaceId, end }: Space): DraftedEvent => ({
  event: 'space-closed',
  audience: 'all',
  body: { spaceId, reason: end!.reason, closedAt: dateTime(end!.at) },
});
