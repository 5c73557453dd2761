import type {
  Artifact,
  ArtifactVersion,
  Delivery,
  Instant,
  Participant,
  ParticipantStatus,
  Proposal,
  Space,
  SpeakerClass,
  StoredFile,
  Task,
  TaskAction,
} from './contract/entities.ts';
import type { FactKind } from './contract/noun.ts';
import type { Part } from './contract/nouns.ts';
import { lockAt, taskStateOf } from './state.ts';

/**
 * What happened in a space, as its log stores it: ids, names and roles as they were at the time. The view is computed when a fact is
 * read. Storing a fact assigns its sequence and instant.
 */
export type Facts = {
  [Name in keyof Part<'facts'>]: Part<'facts'>[Name] extends FactKind<infer Body> ? Body : never;
};

export type FactName = keyof Facts;
export type Fact = { [Name in FactName]: { event: Name; body: Facts[Name] } }[FactName];

/** The speaker class that a fact has or, before there were speaker classes, implies. */
export const speakerIn = ({ speaker, isOwner }: { speaker?: SpeakerClass | undefined; isOwner: boolean }): SpeakerClass =>
  speaker ?? (isOwner ? 'owner' : 'guest');

/** A participant sent a message. */
export const messageSent = (
  sender: Participant,
  {
    id,
    content,
    type,
    to,
    replyTo,
    expects,
    proposalId,
    artifactId,
    taskId,
    attachments,
  }: Omit<Facts['message'], 'senderId' | 'senderName' | 'isOwner'>,
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
    proposalId,
    artifactId,
    taskId,
    attachments,
  },
});

/** A delivery was queued, claimed or ended. */
export const deliveryChanged = ({
  deliveryId,
  messageId,
  senderId,
  participantId,
  expects,
  state,
  outcome,
  note,
  attempt,
}: Delivery): Fact => ({
  event: 'delivery',
  body: { deliveryId, messageId, senderId, participantId, expects, state, outcome, note, attempt },
});

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

/** An artifact was created, written, locked or unlocked; `version` if it was written. */
export function artifactChanged(
  action: Facts['artifact']['action'],
  artifact: Artifact,
  actorId: string,
  now: Instant,
  version?: ArtifactVersion,
): Fact {
  const { artifactId, name, updatedAt } = artifact;
  const lock = lockAt(artifact, now);
  return {
    event: 'artifact',
    body: {
      action,
      artifactId,
      name,
      version: artifact.version,
      updatedAt,
      ...(version && { sha256: version.sha256, via: version.via, authorId: version.authorId }),
      ...(lock && { lock: { lockedBy: lock.lockedBy, expiresAt: lock.expiresAt } }),
      actorId,
    },
  };
}

/** A proposal was opened, changed by its author, or ended. */
export const proposalChanged = (
  { proposalId, artifactId, authorId, baseVersion, revision, end }: Proposal,
  { name }: Pick<Artifact, 'name'>,
  actorId: string,
): Fact => ({
  event: 'proposal',
  body: {
    proposalId,
    artifactId,
    artifactName: name,
    state: end?.state ?? 'open',
    authorId,
    actorId,
    baseVersion,
    revision,
    version: end?.version,
  },
});

/** What happened to a task. `worker`: who works on it, or did until now. */
export const taskChanged = (action: TaskAction, task: Task, actorId: string, worker: Task['worker'] = task.worker): Fact => ({
  event: 'task',
  body: {
    taskId: task.taskId,
    title: task.title,
    action,
    state: taskStateOf(task),
    createdBy: task.createdBy,
    actorId,
    claimedBy: worker?.participantId,
    leaseExpiresAt: task.lease?.expiresAt,
    artifactId: task.artifactId,
    evidence: action === 'submitted' ? task.submission?.evidence : undefined,
    note: action === 'returned' ? task.returned?.note : undefined,
  },
});

/** A file was stored or deleted. */
export const fileChanged = (
  action: Facts['file']['action'],
  { fileId, name, bytes, sha256, type, authorId }: StoredFile,
  actorId: string,
): Fact => ({ event: 'file', body: { action, fileId, name, bytes, sha256, type, authorId, actorId } });

/** The budget reached a level, or was reset. */
export const budgetReached = (body: Facts['budget']): Fact => ({ event: 'budget', body });

/** A space was closed or expired. */
export const spaceEnded = ({ end }: Space): Fact => ({ event: 'space-closed', body: { reason: end!.reason, at: end!.at } });
