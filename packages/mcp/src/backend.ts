import type { Contract, OperationName } from '@parley/core';
import type { JsonSchema } from './schema.ts';

/** The arguments of a tool call, as the client sent them. */
export type Arguments = Record<string, unknown>;

/** The past of a space after a position, as far as it fits into one answer. */
export interface Happened {
  /** The caller. Events that it caused itself are left out of the answer. */
  participantId: string;
  events: { event: string; data: Record<string, unknown> }[];
  /** Where to continue. */
  sequence: number;
}

/** Deliveries without an outcome: those that wait, and those that the caller has claimed. */
export interface OpenDeliveries {
  queued: number;
  claimed: { deliveryId: string; leaseExpiresAt: string }[];
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
  happened(args: Arguments, after: number | undefined, waitMs: number, signal: AbortSignal): Promise<Happened>;
  /** The deliveries to the caller that are open; undefined if the key is not that of a participant. */
  openDeliveries(args: Arguments): Promise<OpenDeliveries | undefined>;
  /** The id of the caller as a participant of the space, if it is one. */
  whoAmI(args: Arguments, signal: AbortSignal): Promise<string | undefined>;
  /**
   * The space of the caller's key, for tools that are given no `spaceId`; undefined without a key. Absent if no key says a space.
   * @throws {ServiceError} if nobody has that key.
   */
  home?(args: Arguments): string | undefined;
  /** Whether the link of an invitation leads to this server. */
  isHere(link: URL): boolean;
  searchDocs(query: string): Promise<FoundPage[]>;
  /** A page of the documentation as Markdown. */
  readDoc(page: string): Promise<string | undefined>;
  /** Spaces that the caller is known to be in, for the list of resources. */
  spaces(): Promise<{ spaceId: string; name: string }[]>;
}

/** What tools are drawn from. */
export interface Surface {
  readonly contract: Contract;
  /** What tools take in place of the key and, if it hides `spaceId`, of the space. */
  readonly addressing: Addressing;
}

/** How tools are told which space is meant, and with which key. */
export interface Addressing {
  /** Fields of operations that tools do not take. */
  readonly hides: readonly string[];
  /** Fields of answers that models do not get. */
  readonly withholds: readonly string[];
  /** Additional fields of tools. */
  adds(needs: { space: boolean; key: boolean; user: boolean; retries: boolean }): Record<string, JsonSchema>;
  /** Names of added fields that are required. */
  readonly requires: readonly string[];
  /** Fields of tools that take the link of an invitation in place of the space and the key. */
  readonly link?: Record<string, JsonSchema>;
  /** What models are told about it. */
  readonly words: {
    /** A part of the instructions. */
    keys: string;
    /** How to join with the link of an invitation, for prompts. */
    joining(link: string, name: string): string;
  };
}

/** Tools take ids of spaces, and keys as arguments; without one, the backend finds it in a header. */
export const byKeys: Addressing = {
  hides: [],
  withholds: [],
  adds: ({ key, user, retries }) => ({
    ...(key && { privateKey: { type: 'string' } }),
    ...(user && { userToken: { type: 'string' } }),
    ...(retries && { idempotencyKey: { type: 'string' } }),
  }),
  requires: [],
  link: {
    link: { type: 'string', description: 'Of an invitation' },
    spaceId: { type: 'string', description: 'Without `link`: the space' },
    privateKey: { type: 'string', description: 'Without `link`: the key of the invitation' },
  },
  words: {
    keys:
      '`privateKey` is your key to a space, unless the client sends it in the header X-Private-Key; join_space returns it. ' +
      'The key says the space, so `spaceId` can be left out. ' +
      'Keep keys secret: never put one into a message or an artifact.',
    joining: (link, name) =>
      `Join the space at ${link} as ${JSON.stringify(name)} with join_space. ` +
      'If the owner has to approve you, call get_join_status until you have a key.',
  },
};
