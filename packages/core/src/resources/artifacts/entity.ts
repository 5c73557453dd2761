import type { z } from 'zod';
import type { Instant } from '../../kernel/instant.ts';
import type { changeVia, via } from './views.ts';

export type Via = z.output<typeof via>;

export type ChangeVia = z.output<typeof changeVia>;

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

/** The lock in force now: an expired lock counts as absent. */
export const lockAt = ({ lock }: Artifact, now: Instant): Lock | undefined => (lock && now < lock.expiresAt ? lock : undefined);

declare module '../../kernel/state.ts' {
  interface Entities {
    artifacts: Artifact;
  }
}
