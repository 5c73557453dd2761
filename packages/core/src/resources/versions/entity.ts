import type { Instant } from '../../kernel/instant.ts';
import type { Via } from '../artifacts/entity.ts';

/** A version of an artifact. Not a part of the state: an artifact can have many. */
export interface ArtifactVersion {
  readonly artifactId: string;
  readonly version: number;
  readonly authorId: string;
  /** The display name at that time. */
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
