import type { z } from 'zod';
import type { Instant } from '../../kernel/instant.ts';
import type { participantStatus, speakerClass } from './views.ts';

export type ParticipantStatus = z.output<typeof participantStatus>;

export type SpeakerClass = z.output<typeof speakerClass>;

/** Whose directed messages a participant accepts, and what becomes of those of others. */
export interface Inbound {
  /** `humans`: those of the speaker class. A list has the ids of participants. */
  readonly accept: 'all' | 'humans' | readonly string[];
  readonly others: 'hold' | 'refuse';
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
  /** Whose messages to it are held or refused; nobody's, unless it said so. */
  readonly inbound?: Inbound | undefined;
  readonly endedAt?: Instant | undefined;
}

/** The name of participants whose person was erased. */
export const erasedName = 'Deleted person';

/** How many replaced keys of a participant a space remembers. Older ones are refused as unknown. */
export const rememberedKeys = 20;

/** How many participants who left or were kicked a space remembers. Bounds the size of the state. */
export const rememberedGone = 200;

export const isGone = ({ status }: Pick<Participant, 'status'>): boolean => status === 'left' || status === 'kicked';

export const isLive = (participant: Participant): boolean => !isGone(participant);

declare module '../../kernel/state.ts' {
  interface Entities {
    participants: Participant;
  }
}
