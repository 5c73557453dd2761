import type { z } from 'zod';
import type {
  deliveryOutcome,
  deliveryState,
  expects,
  messageType,
  participantStatus,
  privacy,
  speakerClass,
} from './contract/schemas.ts';

export type Privacy = z.output<typeof privacy>;
export type ParticipantStatus = z.output<typeof participantStatus>;
export type MessageType = z.output<typeof messageType>;
export type Expects = z.output<typeof expects>;
export type DeliveryState = z.output<typeof deliveryState>;
export type DeliveryOutcome = z.output<typeof deliveryOutcome>;
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
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly end?: { readonly at: Instant; readonly reason: 'closed' | 'expired' } | undefined;
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

/** An artifact without its content. */
export interface Artifact {
  readonly artifactId: string;
  readonly position: number;
  readonly name: string;
  readonly version: number;
  /** Size of its content in an answer: JSON in UTF-8, without the quotes. */
  readonly bytes: number;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly lock?: Lock | undefined;
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
  readonly url: string;
  /** How its receiver is notified in the format of A2A, encrypted: it contains credentials. */
  readonly a2a?: string | undefined;
  readonly createdAt: Instant;
  /** When its receiver agreed; nothing else is sent before. */
  readonly verifiedAt?: Instant | undefined;
  /** When Parley stopped using it, because its receiver did not answer. */
  readonly disabledAt?: Instant | undefined;
}

/** What a space contains, by noun: every change increments `rev`. */
export interface Nouns {
  readonly participants: Participant;
  readonly artifacts: Artifact;
  /** In order of creation. */
  readonly invitations: Invitation;
  readonly spending: Spending;
  /** At most one per participant. */
  readonly wakes: Wake;
}
export type NounName = keyof Nouns;

/** Everything that a decision about a space can depend on. Immutable: `apply` returns the next state. */
export type SpaceState = {
  readonly space: Space;
  /** The id of the participant or invitation that holds or held a key, by the SHA-256 of the key. */
  readonly holders: ReadonlyMap<string, string>;
} & { readonly [Name in NounName]: ReadonlyMap<string, Nouns[Name]> };

type Some = { readonly [Name in NounName]?: readonly Nouns[Name][] };

/** The difference to the next state: what is new or changed, by noun, and what is forgotten to make room. */
export interface Changes extends Some {
  readonly space?: Space;
  readonly forgotten?: Some;
}

interface NounTraits<Noun> {
  idOf(noun: Noun): string;
  /** SHA-256 of the keys that it holds or held. */
  keyHashesOf?(noun: Noun): readonly string[];
  /** Characters of text in it that callers wrote. */
  charactersOf(noun: Noun): number;
  /** Bytes that it adds to the stored size of a space, besides its events. */
  bytesOf?(noun: Noun): number;
  /** Items that the state can forget. */
  beyond?(all: Iterable<Noun>): readonly Noun[];
}

/** What distinguishes the nouns of a state. */
export const nouns: { readonly [Name in NounName]: NounTraits<Nouns[Name]> } = {
  participants: {
    idOf: ({ participantId }) => participantId,
    keyHashesOf: ({ keyHash, formerKeyHashes }) => [keyHash, ...formerKeyHashes],
    charactersOf: ({ name, role }) => name.length + role.length,
    beyond: longGone,
  },
  artifacts: {
    idOf: ({ artifactId }) => artifactId,
    charactersOf: ({ name }) => name.length,
    bytesOf: ({ bytes }) => bytes,
  },
  invitations: {
    idOf: ({ invitationId }) => invitationId,
    keyHashesOf: ({ keyHash }) => [keyHash],
    charactersOf: ({ role = '' }) => role.length,
  },
  spending: {
    idOf: ({ participantId }) => participantId,
    charactersOf: () => 0,
  },
  wakes: {
    idOf: ({ wakeId }) => wakeId,
    charactersOf: ({ url, a2a = '' }) => url.length + a2a.length,
  },
};
export const nounNames = Object.keys(nouns) as NounName[];
/** For loops over all nouns, which use only what all nouns have in common. */
export const nounTraits = (name: NounName): NounTraits<unknown> => nouns[name];

/** How many replaced keys of a participant a space remembers. Older ones are refused as unknown. */
export const rememberedKeys = 20;

/** How many participants who left or were kicked a space remembers. Bounds the size of the state. */
export const rememberedGone = 200;

export const isGone = ({ status }: Pick<Participant, 'status'>): boolean => status === 'left' || status === 'kicked';
export const isLive = (participant: Participant): boolean => !isGone(participant);

function longGone(participants: Iterable<Participant>): readonly Participant[] {
  const gone = [...participants].filter(isGone);
  if (gone.length <= rememberedGone) return [];
  return gone.toSorted((a, b) => b.endedAt! - a.endedAt! || b.position - a.position).slice(rememberedGone);
}

/** A state that contains only the space itself. */
export function emptyState(space: Space): SpaceState {
  const maps = Object.fromEntries(nounNames.map((name) => [name, new Map()]));
  return { space, holders: new Map(), ...(maps as unknown as { [Name in NounName]: Map<string, Nouns[Name]> }) };
}

export function apply(state: SpaceState, changes: Changes): SpaceState {
  const changed = changes.space ? { ...state, space: changes.space } : state;
  return nounNames.reduce((state, name) => applyTo(name, state, changes), changed);
}

function applyTo(name: NounName, state: SpaceState, changes: Changes): SpaceState {
  const changed = changes[name] ?? [];
  const forgotten = changes.forgotten?.[name] ?? [];
  if (changed.length + forgotten.length === 0) return state;
  const { idOf, keyHashesOf, beyond } = nounTraits(name);
  const byId = new Map<string, unknown>(state[name]);
  const byKey = keyHashesOf && new Map(state.holders);
  const forgetKeys = (each: unknown) => keyHashesOf?.(each).forEach((hash) => byKey!.delete(hash));
  for (const each of changed) {
    const id = idOf(each);
    if (byId.has(id)) forgetKeys(byId.get(id));
    byId.set(id, each);
    keyHashesOf?.(each).forEach((hash) => byKey!.set(hash, id));
  }
  for (const each of [...forgotten, ...(beyond?.(byId.values()) ?? [])]) {
    byId.delete(idOf(each));
    forgetKeys(each);
  }
  return { ...state, [name]: byId, ...(byKey && { holders: byKey }) };
}
