import { ConflictError } from '../../../errors.ts';
import type { ArtifactDiff } from '../../../generated/types.ts';

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

/** What refusals throw, by their code. */
export const refusals = { proposal_ended: ProposalEndedError, proposal_stale: ProposalStaleError };
