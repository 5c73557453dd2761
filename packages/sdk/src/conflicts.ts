import { ParleyError, type ErrorDetails } from './errors.ts';
import type { ArtifactDiff, DateTime } from './generated/types.ts';

/** 409: the current state does not allow it, for example because the space is closed. */
export class ConflictError extends ParleyError {
  override readonly name:
    | 'ConflictError'
    | 'EditMismatchError'
    | 'NameTakenError'
    | 'ProposalEndedError'
    | 'ProposalStaleError'
    | 'TaskClaimedError'
    | 'VersionConflictError' = 'ConflictError';
}

/**
 * 409, or 412 after a header `If-Match`: the artifact has another version than the `baseVersion` of the change. Nothing was written.
 * Read it again, or look at `diff`, and decide what becomes of the change.
 * @see docs/sdk.md#artifacts
 */
export class VersionConflictError extends ConflictError {
  override readonly name = 'VersionConflictError';
  /** The text that `edit` could not write, so that no work is lost; undefined unless it was called with a function. */
  readonly text: string | undefined;

  /** @internal */
  constructor(message: string, { text, ...details }: ErrorDetails & { text?: string }) {
    super(message, details);
    this.text = text;
  }

  /** The present version of the artifact. */
  get currentVersion(): number {
    return this.body['currentVersion'] as number;
  }

  /** Id of the participant who wrote the present version. */
  get updatedBy(): string {
    return this.body['updatedBy'] as string;
  }

  /** Display name of that participant, if the space still knows it. */
  get updatedByName(): string | undefined {
    return this.body['updatedByName'] as string | undefined;
  }

  /** When the present version was written. */
  get updatedAt(): DateTime {
    return this.body['updatedAt'] as DateTime;
  }

  /** What has changed since the `baseVersion`; undefined when the content of that version is no longer stored. */
  get diff(): ArtifactDiff | undefined {
    return this.body['diff'] as ArtifactDiff | undefined;
  }
}

/**
 * 409: a change does not fit the text of the artifact, and nothing was written.
 * @see docs/sdk.md#artifacts
 */
export class EditMismatchError extends ConflictError {
  override readonly name = 'EditMismatchError';

  /** Which of the `edits` does not fit, from 0; 0 for a `section`. */
  get index(): number {
    return this.body['index'] as number;
  }

  /**
   * `not_found`: its text or heading does not occur; `ambiguous`: it occurs several times; `overlap`: another edit changes the same place;
   * `whitespace`: it would occur but for spaces, indentation, typographic quotes or pasted line numbers.
   */
  get reason(): 'not_found' | 'ambiguous' | 'overlap' | 'whitespace' {
    return this.body['reason'] as 'not_found' | 'ambiguous' | 'overlap' | 'whitespace';
  }

  /** With the reason `whitespace`, the lines that are meant, from 1. */
  get lines(): { from: number; to: number } | undefined {
    return this.body['lines'] as { from: number; to: number } | undefined;
  }

  /** How often its text or heading occurs. */
  get matches(): number {
    return this.body['matches'] as number;
  }

  /** The closest place in the text, or headings, in at most 200 characters; undefined when there is nothing close. */
  get near(): string | undefined {
    return this.body['near'] as string | undefined;
  }

  /** The present version of the artifact. */
  get currentVersion(): number {
    return this.body['currentVersion'] as number;
  }
}

/**
 * 409: there is already an artifact of this name, and nothing was created.
 * @see docs/sdk.md#artifacts
 */
export class NameTakenError extends ConflictError {
  override readonly name = 'NameTakenError';

  /** Id of the artifact that has the name; of the oldest, if several have it. */
  get artifactId(): string {
    return this.body['artifactId'] as string;
  }
}

/**
 * 409: a proposal cannot be accepted as it is, because it does not apply to the present text, or its author has changed it since you have
 * read it. Nothing was written.
 * @see docs/sdk.md#proposals
 */
export class ProposalStaleError extends ConflictError {
  override readonly name = 'ProposalStaleError';

  /** The present version of the artifact, if the proposal does not apply to it; undefined if its author has changed the proposal. */
  get currentVersion(): number | undefined {
    return this.body['currentVersion'] as number | undefined;
  }

  /** What has changed in the artifact since the version that the proposal is based on, if that is still stored. */
  get diff(): ArtifactDiff | undefined {
    return this.body['diff'] as ArtifactDiff | undefined;
  }
}

/**
 * 409: the proposal was already accepted, rejected or withdrawn; the message says which.
 * @see docs/sdk.md#proposals
 */
export class ProposalEndedError extends ConflictError {
  override readonly name = 'ProposalEndedError';
}

/**
 * 409: somebody works on the task, or has submitted it. With a task that is free, the work is not done twice.
 * @see docs/sdk.md#tasks
 */
export class TaskClaimedError extends ConflictError {
  override readonly name = 'TaskClaimedError';

  /** The id of the participant who works on it; it can be you. */
  get claimedBy(): string {
    return this.body['claimedBy'] as string;
  }

  /** Their display name when they claimed it. */
  get claimedByName(): string {
    return this.body['claimedByName'] as string;
  }

  /** Until when they hold the lease, unless they renew it; undefined when they have submitted the task. */
  get leaseExpiresAt(): DateTime | undefined {
    return this.body['leaseExpiresAt'] as DateTime | undefined;
  }
}
