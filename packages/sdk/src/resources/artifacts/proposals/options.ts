import type { CallOptions } from '../../../options.ts';

/**
 * What a proposal is based on, and why it is made.
 * @see docs/sdk.md#proposals
 */
export interface ProposeOptions extends CallOptions {
  /** The version that the change was made for; by default the one that was read last. */
  baseVersion?: number | undefined;
  /** Why, for those who decide; at most 500 characters. */
  note?: string | undefined;
}

/**
 * Which proposals for an artifact to list.
 * @see docs/sdk.md#proposals
 */
export interface ProposalsOptions extends CallOptions {
  /** `open` by default; `all` includes those that have ended. */
  state?: 'open' | 'all' | undefined;
  /** Only older proposals than the one whose view has this `sequence`. */
  before?: number | undefined;
  /** How many proposals; default 50, at most 100. */
  limit?: number | undefined;
}
