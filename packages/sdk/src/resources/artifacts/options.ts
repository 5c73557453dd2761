import type { CallOptions } from '../../options.ts';

/**
 * What a write of an artifact is based on, and which lock it needs.
 * @see docs/sdk.md#artifacts
 */
export interface WriteOptions extends CallOptions {
  /**
   * The version that the change was made for. If it is no longer the present one, nothing is written. For a whole content with `lock` `auto`,
   * it is by default the version that was read last.
   */
  baseVersion?: number | undefined;
  /** `held`: you must hold the lock, which is renewed; `auto`: the lock must be free or yours, and is left as it was found. */
  lock?: 'held' | 'auto' | undefined;
  /** Why, for the history; at most 200 characters. */
  note?: string | undefined;
  /**
   * If the lock is not yours, the text is kept as a proposal, and the {@link LockedError} has its `proposalId`. `baseVersion` is then the
   * version that was read last, unless you give another one.
   */
  orPropose?: boolean | undefined;
}

/**
 * Which versions of an artifact to list.
 * @see docs/sdk.md#artifacts
 */
export interface VersionsOptions extends CallOptions {
  /** Only older versions than this one. */
  before?: number | undefined;
  /** How many versions; default 50, at most 100. */
  limit?: number | undefined;
}
