import { answerOf, mapped, type Answer } from '../../../answer.ts';
import { assertOptions, callOptions } from '../../../arguments.ts';
import type { SpaceCalls } from '../../../calls.ts';
import { assertChange, type Change } from '../change.ts';
import type { CallOptions } from '../../../options.ts';
import type { ProposeOptions } from './options.ts';
import type { ProposalState, ProposalWithChange, ProposalWithDiff } from '../../../types.ts';
import type { ProposalView } from './types.ts';

/**
 * How to accept a proposal.
 * @see docs/sdk.md#proposals
 */
export interface AcceptOptions extends CallOptions {
  /** The whole new content, to accept the proposal with changes. */
  content?: string | undefined;
  /** Accepts only these hunks of the `diff` that was read: their positions, from 0. */
  hunks?: readonly number[] | undefined;
  /**
   * The present version of the artifact; by default the one that was read last, with the proposal or with the artifact. For a `content`, it
   * is the one that was read with the artifact.
   */
  baseVersion?: number | undefined;
}

/** What a proposal needs of its artifact. */
interface Changeable {
  readonly space: SpaceCalls;
  readonly id: string;
  readonly version: number;
}

/** What was read of a proposal: `getProposal` says more than the other operations. */
type Seen = ProposalView & Partial<ProposalWithChange>;

/** The methods of a proposal. */
export class ProposalCalls {
  readonly artifact: Changeable;
  /** The state that was last read. The change is in it after {@link Proposal.read}, the difference also after `propose` and `rebase`. */
  view: Seen;

  /** @internal */
  constructor(artifact: Changeable, view: Seen) {
    this.artifact = artifact;
    this.view = view;
  }

  get id(): string {
    return this.view.proposalId;
  }

  get state(): ProposalState {
    return this.view.state;
  }

  /**
   * Reads the proposal with its change (`content`, `edits`, `append` or `section`), how it applies to the present version (`applies`:
   * `clean`, `merged` or `conflict`), and what accepting it would change (`diff`). `merged` is then the text with what has changed since.
   * @throws {NotFoundError} when the artifact was deleted.
   */
  read(options?: CallOptions): Answer<ProposalWithChange> {
    return this.#viewed(this.#space.call('getProposal', this.#path, options));
  }

  /**
   * Accepts the proposal as it was last read, which writes a version of the artifact whose author is the proposer. Only for the holder of
   * the lock, the creator of the artifact and the owner of the space.
   * @param options - With `content`, the text is yours in place of the proposed one; with `hunks`, it has only these changes.
   * @throws {ProposalStaleError} when it conflicts with the present version, or its author has changed it since: read it again, and
   * accept it with a `content` or reject it.
   * @throws {ProposalEndedError} when it was already accepted, rejected or withdrawn.
   * @throws {VersionConflictError} when the artifact has another version than `baseVersion`.
   * @throws {LockedError} when another participant holds the lock.
   * @throws {ForbiddenError} when you may not decide.
   */
  accept(options: AcceptOptions = {}): Answer<ProposalView> {
    const accepting = async () => {
      // A text in place of the options would accept another one.
      assertOptions({ ...callOptions, content: 'string?', hunks: 'array?', baseVersion: 'integer?' }, options);
      const { content, hunks, baseVersion = this.#baseFor(options), ...rest } = options;
      const terms = { ...this.#path, baseVersion, revision: this.view.revision, content, hunks: hunks && [...hunks] };
      return this.#viewed(this.#space.call('acceptProposal', terms, rest)).withResponse();
    };
    return answerOf(accepting());
  }

  /**
   * Rejects the proposal. Its text stays readable. Only for those who may accept it.
   * @param options - A `note` for its author, of at most 500 characters.
   * @throws {ProposalEndedError} when it was already accepted, rejected or withdrawn.
   * @throws {ForbiddenError} when you may not decide.
   */
  reject(options: CallOptions & { note?: string | undefined } = {}): Answer<ProposalView> {
    const rejecting = async () => {
      assertOptions({ ...callOptions, note: 'string?' }, options);
      const { note, ...rest } = options;
      return this.#viewed(this.#space.call('rejectProposal', { ...this.#path, note }, rest)).withResponse();
    };
    return answerOf(rejecting());
  }

  /**
   * Withdraws your proposal. Its text stays readable.
   * @throws {ProposalEndedError} when it was already accepted, rejected or withdrawn.
   * @throws {ForbiddenError} when it is not yours.
   */
  withdraw(options?: CallOptions): Answer<ProposalView> {
    return this.#viewed(this.#space.call('withdrawProposal', this.#path, options));
  }

  /**
   * Replaces the change of your proposal, which stays open. Those who decide get a message again.
   * @param change - Exactly one of `content`, `edits`, `append` and `section`.
   * @param options - `baseVersion` is by default the version of the artifact that was read last; without a `note`, the earlier one stays.
   * @throws {EditMismatchError} when the change does not apply to the version that it is based on.
   * @throws {ProposalEndedError} when it was already accepted, rejected or withdrawn.
   * @throws {ForbiddenError} when it is not yours.
   */
  rebase(
    change: Change,
    { baseVersion = this.artifact.version, note, ...options }: ProposeOptions = {},
  ): Answer<ProposalWithDiff> {
    const rebasing = async () => {
      assertChange(change);
      const offer = { ...this.#path, ...change, baseVersion, note };
      return this.#viewed(this.#space.call('rebaseProposal', offer, options)).withResponse();
    };
    return answerOf(rebasing());
  }

  get #space(): SpaceCalls {
    return this.artifact.space;
  }

  get #path() {
    return { artifactId: this.artifact.id, proposalId: this.id };
  }

  /** Hunks are those of the difference that was read; a content is made of the text of the artifact. */
  #baseFor({ content, hunks }: AcceptOptions): number {
    if (content !== undefined) return this.artifact.version;
    return hunks ? (this.view.diff?.from ?? this.#compared) : this.#compared;
  }

  /** The newest version that was read. A proposal that applies was compared with the present one, of which it shows only the difference. */
  get #compared(): number {
    const { applies, diff } = this.view;
    return Math.max(this.artifact.version, applies && applies !== 'conflict' && diff ? diff.from : 0);
  }

  #viewed<View extends Seen>(answer: Answer<View>): Answer<View> {
    return mapped(answer, (view) => (this.view = view));
  }
}
