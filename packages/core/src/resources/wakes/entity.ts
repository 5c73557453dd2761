import type { Instant } from '../../kernel/instant.ts';

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

declare module '../../kernel/state.ts' {
  interface Entities {
    wakes: Wake;
  }
}
