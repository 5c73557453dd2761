import type { OperationName } from '@parley/core';
import type { EventsBackend } from './events/backend.ts';
import type { Role } from './profiles.ts';

/** The arguments of a tool call, as the client sent them. */
export type Arguments = Record<string, unknown>;

/** The past of a space after a position, as far as it fits into one answer. */
export interface EventPage {
  /** The caller. Events that it caused itself are left out of the answer. */
  participantId: string;
  events: { event: string; data: Record<string, unknown> }[];
  /** Where to continue. */
  sequence: number;
}

/** Work for the caller that has no outcome: what is queued, and what the caller has claimed. */
export interface OpenWork {
  queued: number;
  claimed: { id: string; leaseExpiresAt: string }[];
}

/** A page of the documentation that was found. */
export interface FoundPage {
  page: string;
  heading: string;
  text: string;
}

/**
 * Carries out what tools and resources ask for. It finds the key in the arguments or elsewhere, and throws a `ServiceError` for every
 * refusal.
 */
export interface Backend {
  /** Runs an operation. The answer is plain JSON, without the context bundle if `isMinimal`. */
  run(
    name: OperationName,
    args: Arguments,
    options: { signal: AbortSignal; isMinimal: boolean },
  ): Promise<Record<string, unknown>>;
  /** Waits until something has happened in the space after a sequence (by default, after now), at most `waitMs`. */
  eventsAfter(args: Arguments, after: number | undefined, waitMs: number, signal: AbortSignal): Promise<EventPage>;
  /** What waits for the caller; undefined if the key is not that of a participant. */
  openWork(args: Arguments): Promise<OpenWork | undefined>;
  /** The id of the caller as a participant of the space, if it is one. */
  callerId(args: Arguments, signal: AbortSignal): Promise<string | undefined>;
  /**
   * The space of the caller's key, for tools that are given no `spaceId`; undefined without a key. Absent if no key says a space.
   * @throws {ServiceError} if nobody has that key.
   */
  spaceOfKey?(args: Arguments): string | undefined;
  /** Whose key the client sends with each message, or all that are kept for it are; undefined if none, or different ones. */
  role?(): Promise<Role | undefined>;
  /** Whether a link leads to this server. */
  isHere(link: URL): boolean;
  searchDocs(query: string): Promise<FoundPage[]>;
  /** A page of the documentation as Markdown. */
  readDoc(page: string): Promise<string | undefined>;
  /** What subscribers to events ask for; absent if it serves none. */
  events?: EventsBackend;
  /** Spaces that the caller is known to be in, for the list of resources. */
  spaces(): Promise<{ spaceId: string; name: string }[]>;
}
