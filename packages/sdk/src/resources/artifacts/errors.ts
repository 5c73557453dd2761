import { ConflictError, ParleyError, type ErrorDetails } from '../../errors.ts';
import type { ArtifactDiff, DateTime } from '../../generated/types.ts';

/**
 * 423: you do not hold the edit lock: another participant does, or nobody.
 * @see docs/sdk.md#artifacts
 */
export class LockedError extends ParleyError {
  override readonly name = 'LockedError';

  /** Id of the participant who holds the lock; undefined when nobody does. */
  get lockedBy(): string | undefined {
    return this.body['lockedBy'] as string | undefined;
  }

  /** Display name of the participant who holds the lock; undefined when nobody does, or when an older service does not send it. */
  get lockedByName(): string | undefined {
    return this.body['lockedByName'] as string | undefined;
  }

  /** Id of the proposal that keeps the text of a write with `orPropose`; undefined when nothing was kept. */
  get proposalId(): string | undefined {
    return this.body['proposalId'] as string | undefined;
  }
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
 * The edit lock was lost before the text was written: it expired, the owner removed it, or you were muted or kicked (`cause` says
 * which). The text is kept as a proposal (`proposalId`) unless you may no longer write or there are too many proposals; `text` has it in
 * any case.
 * @see docs/sdk.md#artifacts
 */
export class LockLostError extends ParleyError {
  override readonly name = 'LockLostError';
  /** The text that could not be written. */
  readonly text: string;
  /** Id of the proposal that keeps the text; undefined when the service could not keep it. */
  readonly proposalId: string | undefined;
  /** Id of the participant who holds the lock now, if any. */
  readonly lockedBy: string | undefined;
  /** The display name of that participant. */
  readonly lockedByName: string | undefined;

  /** @internal */
  constructor(text: string, cause: unknown) {
    const { lockedBy, lockedByName, proposalId } = cause instanceof LockedError ? cause : {};
    const kept = proposalId ? `. The text is kept as the proposal ${proposalId}` : '';
    super(`The edit lock was lost before the text was written${kept}`, { status: 423, code: 'lock_lost', cause });
    this.text = text;
    this.proposalId = proposalId;
    this.lockedBy = lockedBy;
    this.lockedByName = lockedByName;
  }
}

/** What refusals throw, by their code or their status. */
export const refusals = {
  423: LockedError,
  edit_mismatch: EditMismatchError,
  name_taken: NameTakenError,
  version_conflict: VersionConflictError,
};
