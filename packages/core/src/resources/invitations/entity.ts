import type { Instant } from '../../kernel/instant.ts';

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

declare module '../../kernel/state.ts' {
  interface Entities {
    invitations: Invitation;
  }
}
