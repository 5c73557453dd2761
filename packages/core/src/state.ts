import type { z } from 'zod';
import type { messageType, participantStatus, privacy } from './contract/schemas.ts';
import type { EventDraft, StoredEventName } from './contract/events.ts';

export type Privacy = z.output<typeof privacy>;
export type ParticipantStatus = z.output<typeof participantStatus>;
export type MessageType = z.output<typeof messageType>;

/** Instants inside the service are whole milliseconds since 1970. */
export type Instant = number;

export interface Space {
  readonly spaceId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  readonly agenda?: string | undefined;
  readonly privacy: Privacy;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly end?: { readonly at: Instant; readonly reason: 'closed' | 'expired' } | undefined;
}

export interface Participant {
  readonly participantId: string;
  /** Order of arrival in the space. */
  readonly position: number;
  readonly name: string;
  readonly role: string;
  readonly isOwner: boolean;
  readonly isHuman: boolean;
  readonly status: ParticipantStatus;
  /** SHA-256 of the space key, hex. */
  readonly keyHash: string;
  /** The invitation it came with; the owner has none. */
  readonly invitationId?: string | undefined;
  /** Whether others than the owner may know of it: from the first use of the key (decisions §4). */
  readonly revealed: boolean;
  readonly endedAt?: Instant | undefined;
}

/** Leave to join. */
export interface Invitation {
  readonly invitationId: string;
  /** SHA-256 of the invitation key, hex. */
  readonly keyHash: string;
  readonly createdAt: Instant;
  readonly expiresAt?: Instant | undefined;
  readonly maxUses?: number | undefined;
  /** How many asked to join with it, whatever became of them. */
  readonly uses: number;
  /** The role of whoever joins with it. */
  readonly role?: string | undefined;
  readonly revokedAt?: Instant | undefined;
}

export interface Lock {
  readonly lockedBy: string;
  readonly lockedAt: Instant;
  readonly expiresAt: Instant;
}

/** An artifact without its content. */
export interface Artifact {
  readonly artifactId: string;
  readonly position: number;
  readonly name: string;
  readonly version: number;
  /** Of its content in an answer: JSON in UTF-8, without the quotes. */
  readonly bytes: number;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly lock?: Lock | undefined;
}

/** Everything a decision about a space may depend on. Never mutated: `apply` makes the next one. */
export interface SpaceState {
  readonly space: Space;
  readonly participants: ReadonlyMap<string, Participant>;
  readonly artifacts: ReadonlyMap<string, Artifact>;
  /** In the order in which they were made. */
  readonly invitations: ReadonlyMap<string, Invitation>;
  /** Which participant or invitation the key with this SHA-256 is of. */
  readonly holders: ReadonlyMap<string, string>;
}

/** Who may see an event: everyone, the owner alone, or everyone else. */
export type Audience = 'all' | 'owner' | 'guests';

export type DraftedEvent = {
  [Name in StoredEventName]: { event: Name; audience: Audience; body: EventDraft<Name> };
}[StoredEventName];

export interface Changes {
  space?: Space;
  participants?: readonly Participant[];
  artifacts?: readonly Artifact[];
  invitations?: readonly Invitation[];
  /** Invitations that make room for new ones. */
  forgotten?: readonly Invitation[];
}

/** How many of those who left or were kicked a space remembers; a churn of joins must not make it heavy. */
export const rememberedGone = 200;

export const isGone = ({ status }: Pick<Participant, 'status'>): boolean => status === 'left' || status === 'kicked';
export const isLive = (participant: Participant): boolean => !isGone(participant);

export function apply(state: SpaceState, changes: Changes): SpaceState {
  let { participants, artifacts, invitations, holders } = state;
  if (changes.participants?.length) {
    const byId = new Map(participants);
    const byKey = new Map(holders);
    for (const participant of changes.participants) {
      byId.set(participant.participantId, participant);
      byKey.set(participant.keyHash, participant.participantId);
    }
    forgetLongGone(byId, byKey);
    participants = byId;
    holders = byKey;
  }
  if (changes.artifacts?.length) {
    const byId = new Map(artifacts);
    for (const artifact of changes.artifacts) byId.set(artifact.artifactId, artifact);
    artifacts = byId;
  }
  if (changes.invitations?.length) {
    const byId = new Map(invitations);
    const byKey = new Map(holders);
    for (const invitation of changes.invitations) {
      byId.set(invitation.invitationId, invitation);
      byKey.set(invitation.keyHash, invitation.invitationId);
    }
    for (const { invitationId, keyHash } of changes.forgotten ?? []) {
      byId.delete(invitationId);
      byKey.delete(keyHash);
    }
    invitations = byId;
    holders = byKey;
  }
  return { space: changes.space ?? state.space, participants, artifacts, invitations, holders };
}

function forgetLongGone(participants: Map<string, Participant>, holders: Map<string, string>): void {
  const gone = [...participants.values()].filter(isGone);
  if (gone.length <= rememberedGone) return;
  const latestFirst = gone.toSorted((a, b) => b.endedAt! - a.endedAt! || b.position - a.position);
  for (const { participantId, keyHash } of latestFirst.slice(rememberedGone)) {
    participants.delete(participantId);
    holders.delete(keyHash);
  }
}
