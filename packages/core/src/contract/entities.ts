import type { z } from 'zod';
import type {
  deliveryOutcome,
  deliveryState,
  changeVia,
  expects,
  messageType,
  participantStatus,
  privacy,
  proposalState,
  speakerClass,
  taskAction,
  taskEvidence,
  taskState,
  via,
} from './schemas.ts';

export type Privacy = z.output<typeof privacy>;
export type ParticipantStatus = z.output<typeof participantStatus>;
export type MessageType = z.output<typeof messageType>;
export type Expects = z.output<typeof expects>;
export type DeliveryState = z.output<typeof deliveryState>;
export type DeliveryOutcome = z.output<typeof deliveryOutcome>;
export type Via = z.output<typeof via>;
export type ChangeVia = z.output<typeof changeVia>;
export type ProposalState = z.output<typeof proposalState>;
export type TaskState = z.output<typeof taskState>;
export type TaskAction = z.output<typeof taskAction>;
export type TaskEvidence = z.output<typeof taskEvidence>;
export type SpeakerClass = z.output<typeof speakerClass>;

/** Instants inside the service are whole milliseconds since 1970. */
export type Instant = number;

export interface Space {
  readonly spaceId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  readonly agenda?: string | undefined;
  readonly privacy: Privacy;
  /** How many messages agents can send between two human messages; any number if undefined. */
  readonly agentBudget?: number | undefined;
  /** How many tasks a participant can work on at a time; one if undefined. */
  readonly tasksPerParticipant?: number | undefined;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly end?: { readonly at: Instant; readonly reason: 'closed' | 'expired' } | undefined;
  /** It is being moved to another server: nothing can be read or written, and time changes nothing. */
  readonly isLeaving?: boolean | undefined;
}

export interface Participant {
  readonly participantId: string;
  /** Order of joining the space. */
  readonly position: number;
  readonly name: string;
  readonly role: string;
  readonly isOwner: boolean;
  /** A claim of the participant. */
  readonly isHuman: boolean;
  /** What the service knows about the participant since it joined. */
  readonly speaker: SpeakerClass;
  readonly status: ParticipantStatus;
  /** SHA-256 of the space key, hex. */
  readonly keyHash: string;
  /** How often its key was replaced: part of what the key is derived from. */
  readonly keyGeneration: number;
  /** SHA-256 of the keys that were replaced, newest first, as far as the space remembers them. */
  readonly formerKeyHashes: readonly string[];
  /** The invitation that it joined with; the owner has none. */
  readonly invitationId?: string | undefined;
  /** Whether anyone except the owner can know of it: from the first use of its key (decisions §4). */
  readonly revealed: boolean;
  readonly endedAt?: Instant | undefined;
}

/** Permission to join. */
export interface Invitation {
  readonly invitationId: string;
  /** SHA-256 of the invitation key, hex. */
  readonly keyHash: string;
  readonly createdAt: Instant;
  readonly expiresAt?: Instant | undefined;
  readonly maxUses?: number | undefined;
  /** How many times it was used to ask to join, whatever the result. */
  readonly uses: number;
  /** Role of everyone who joins with it. */
  readonly role?: string | undefined;
  readonly revokedAt?: Instant | undefined;
}

export interface Lock {
  readonly lockedBy: string;
  readonly lockedAt: Instant;
  readonly expiresAt: Instant;
}

/** What is known of a content without reading it. */
export interface Measures {
  /** Size in an answer: JSON in UTF-8, without the quotes. */
  readonly bytes: number;
  /** Size in UTF-8. */
  readonly contentBytes: number;
  /** SHA-256 of it in UTF-8, hex. */
  readonly sha256: string;
}

/** An artifact without its content. */
export interface Artifact extends Measures {
  readonly artifactId: string;
  readonly position: number;
  readonly name: string;
  readonly version: number;
  /** How many old versions have their content, and its size in UTF-8. */
  readonly history: { readonly versions: number; readonly bytes: number };
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly lock?: Lock | undefined;
  /** Then it is no longer a part of the state, and the owner can restore it. */
  readonly deletion?: { readonly at: Instant; readonly by: string } | undefined;
}

/** A version of an artifact. Not a part of the state: an artifact can have many. */
export interface ArtifactVersion {
  readonly artifactId: string;
  readonly version: number;
  readonly authorId: string;
  /** The name at that time. */
  readonly authorName: string;
  readonly at: Instant;
  /** Size of its content in UTF-8. */
  readonly bytes: number;
  readonly sha256: string;
  readonly via: Via;
  readonly note?: string | undefined;
  /** The version whose content it has again. */
  readonly restoredFrom?: number | undefined;
  /** The proposal that was accepted, and by whom. */
  readonly proposalId?: string | undefined;
  readonly acceptedBy?: string | undefined;
  /** Undefined if it is no longer stored. */
  readonly content?: string | undefined;
}

/** A change that waits for somebody who can decide. Those that have ended are no longer a part of the state. */
export interface Proposal {
  readonly proposalId: string;
  /** Of the event that announced it first; assigned when it is stored. */
  readonly sequence?: number | undefined;
  readonly artifactId: string;
  readonly authorId: string;
  /** The name at that time. */
  readonly authorName: string;
  readonly baseVersion: number;
  readonly via: ChangeVia;
  readonly note?: string | undefined;
  /** Increases with each change by its author. */
  readonly revision: number;
  readonly createdAt: Instant;
  /** The message that announced its latest revision, and its deliveries. */
  readonly messageId?: string | undefined;
  readonly deliveryIds: readonly string[];
  readonly end?: ProposalEnd | undefined;
}

export interface ProposalEnd {
  readonly state: Exclude<ProposalState, 'open'>;
  readonly at: Instant;
  readonly by: string;
  /** A reason. */
  readonly note?: string | undefined;
  /** The version that it became. */
  readonly version?: number | undefined;
}

/** The change of a revision, as its author sent it. Not a part of the state, because it can be long. */
export interface ProposedChange {
  readonly proposalId: string;
  readonly revision: number;
  /** A `TextChange` as JSON. */
  readonly change: string;
  /** Its size in UTF-8. */
  readonly bytes: number;
}

/** Work that one participant at a time claims. Those that have ended are no longer a part of the state. */
export interface Task {
  readonly taskId: string;
  /** Of the event that announced it; assigned when it is stored. */
  readonly sequence?: number | undefined;
  readonly title: string;
  readonly artifactId?: string | undefined;
  /** The participants who are meant. Others can claim it too. */
  readonly for: readonly string[];
  readonly createdBy: string;
  /** The name at that time. */
  readonly createdByName: string;
  readonly createdAt: Instant;
  /** How many times it was claimed, and submitted. */
  readonly attempt: number;
  readonly revision: number;
  /** Who works on it or has submitted it. */
  readonly worker?: TaskWorker | undefined;
  readonly lease?: Lease | undefined;
  readonly submission?: TaskSubmission | undefined;
  /** Why it was returned last, until it is submitted again. */
  readonly returned?: { readonly by: string; readonly at: Instant; readonly note: string } | undefined;
  /** The message that asks somebody for something, and its deliveries, which end when that is done. */
  readonly asking?: { readonly messageId: string; readonly deliveryIds: readonly string[] } | undefined;
  readonly end?: TaskEnd | undefined;
}

export interface TaskWorker {
  readonly participantId: string;
  /** The name at that time. */
  readonly name: string;
  readonly claimedAt: Instant;
}

export interface TaskSubmission {
  readonly evidence: TaskEvidence;
  readonly at: Instant;
}

export interface TaskEnd {
  readonly state: 'verified' | 'cancelled';
  readonly at: Instant;
  readonly by: string;
}

/** The text of a task. Not a part of the state, because it can be long. */
export interface TaskText {
  readonly taskId: string;
  readonly text: string;
  /** Its size in UTF-8. */
  readonly bytes: number;
}

/** A file of a space, without its bytes. */
export interface StoredFile {
  readonly fileId: string;
  readonly name: string;
  /** Its size; of an unfinished upload, the bytes that are reserved for it. */
  readonly bytes: number;
  /** Empty while it is uploaded: until then nobody sees it. */
  readonly sha256: string;
  /** The media type that its bytes have. */
  readonly type: string;
  /** What its uploader said about the type. */
  readonly claimedType?: string | undefined;
  readonly authorId: string;
  readonly createdAt: Instant;
  /** When an upload that has not finished is given up. */
  readonly expiresAt?: Instant | undefined;
  /** Then it is no longer a part of the state, and its bytes are about to be removed. */
  readonly removedAt?: Instant | undefined;
}

/** A file as messages name it. */
export type Attachment = Pick<StoredFile, 'fileId' | 'name' | 'bytes' | 'sha256' | 'type'>;

/** Permission to download a file once, without a key. */
export interface FileLink {
  /** SHA-256 of its secret, hex. */
  readonly linkHash: string;
  readonly fileId: string;
  /** Who made it. */
  readonly participantId: string;
  readonly expiresAt: Instant;
}

/** What a participant has used of the agent budget since the last human message; who has used nothing has none. */
export interface Spending {
  readonly participantId: string;
  readonly messages: number;
}

/** Where a participant is notified of deliveries while it is away. */
export interface Wake {
  readonly wakeId: string;
  readonly participantId: string;
  /** Of a push service only its origin. */
  readonly url: string;
  /** How its receiver is notified in the format of A2A, encrypted: it contains credentials. */
  readonly a2a?: string | undefined;
  /** The subscription of a browser, encrypted: who knows it can send notifications. */
  readonly push?: string | undefined;
  readonly createdAt: Instant;
  /** When its receiver agreed; nothing else is sent before. */
  readonly verifiedAt?: Instant | undefined;
  /** When Parley stopped using it, because its receiver did not answer. */
  readonly disabledAt?: Instant | undefined;
}

/** What became of a directed message for one of its addressees. Not a part of the state: a space can have many. */
export interface Delivery {
  readonly deliveryId: string;
  readonly messageId: string;
  /** Sequence of the message; assigned when it is stored. */
  readonly sequence?: number | undefined;
  readonly senderId: string;
  /** The addressee. */
  readonly participantId: string;
  readonly expects: Expects;
  readonly state: DeliveryState;
  readonly outcome?: DeliveryOutcome | undefined;
  readonly note?: string | undefined;
  /** How many times it was claimed. */
  readonly attempt: number;
  /** When it was last claimed: the sender who was not served for the longest time is next. */
  readonly claimedAt?: Instant | undefined;
  readonly lease?: Lease | undefined;
  readonly createdAt: Instant;
  readonly endedAt?: Instant | undefined;
  /** Increases with each stored change; 0 before the first. */
  readonly version: number;
}

/** Of a delivery or a task. */
export interface Lease {
  readonly leaseId: string;
  readonly expiresAt: Instant;
}

/** How many replaced keys of a participant a space remembers. Older ones are refused as unknown. */
export const rememberedKeys = 20;

/** How many participants who left or were kicked a space remembers. Bounds the size of the state. */
export const rememberedGone = 200;

export const isGone = ({ status }: Pick<Participant, 'status'>): boolean => status === 'left' || status === 'kicked';
export const isLive = (participant: Participant): boolean => !isGone(participant);
