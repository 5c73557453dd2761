import { answerOf, mapped, type Answer } from '../../answer.ts';
import { assertArguments } from '../../arguments.ts';
import type { SpaceCalls } from '../../calls.ts';
import { assertChange, assertChangeOptions, type Change, type ChangeOptions } from './change.ts';
import { assertEditOptions, edit, type Edit, type EditOptions } from './edit.ts';
import { lookupOptions, type CallOptions } from '../../options.ts';
import type { ProposalsOptions, ProposeOptions } from './proposals/options.ts';
import type { VersionsOptions, WriteOptions } from './options.ts';
import { patiently, usualWaitMs } from './patience.ts';
import { assertPresent } from './present.ts';
import type { ProposalCalls } from './proposals/proposal.ts';
import { inTurn } from './turns.ts';
import type { ArtifactDiff, ArtifactVersion, ArtifactVersionWithContent, ArtifactView, LockResult, Ok } from '../../types.ts';

/** The methods of an artifact. Its proposals are objects that know it. */
export abstract class ArtifactCalls<Proposal> {
  /** The space of the artifact, whose key its calls use. */
  readonly space: SpaceCalls;
  /** The state that was last read. Each call that returns a newer one updates it. */
  view: ArtifactView;

  /** @internal */
  constructor(space: SpaceCalls, view: ArtifactView) {
    this.space = space;
    this.view = view;
  }

  get id(): string {
    return this.view.id;
  }

  get name(): string {
    return this.view.name;
  }

  get content(): string {
    return this.view.content;
  }

  get version(): number {
    return this.view.version;
  }

  /**
   * Reads the artifact again.
   * @throws {NotFoundError} when it was deleted.
   */
  refresh(options?: CallOptions): Answer<ArtifactView> {
    return this.#updated(this.space.call('getArtifact', this.#path, options));
  }

  /**
   * Takes the exclusive edit lock, or renews it when you hold it already.
   * @throws {LockedError} when another participant holds it: `lockedBy` and `lockedByName` say who.
   * @throws {ForbiddenError} when you are muted.
   */
  lock(options?: CallOptions): Answer<LockResult> {
    return this.space.call('lockArtifact', this.#path, options);
  }

  /**
   * Renews your lock for its full lifetime, 10 minutes by default, without writing.
   * @throws {LockedError} when you no longer hold the lock.
   * @throws {ForbiddenError} when you are muted.
   */
  heartbeat(options?: CallOptions): Answer<LockResult> {
    return this.space.call('heartbeatArtifactLock', this.#path, options);
  }

  /**
   * Replaces the content and renews the lock, which you must hold, unless `lock` is `auto`.
   * @param content - Markdown, at most 1 MiB of UTF-8.
   * @param options - With `baseVersion`, nothing is written over a version that you have not read.
   * @throws {LockedError} when you do not hold the lock; with `lock` `auto`, when another participant holds it. With `orPropose`, the
   * content is kept as a proposal: `proposalId` says which.
   * @throws {VersionConflictError} when the artifact has another version than `baseVersion`.
   * @throws {InvalidRequestError} when the content is too large.
   */
  write(content: string, options: WriteOptions = {}): Answer<ArtifactView> {
    const writing = async () => {
      assertArguments({ content: 'string', orPropose: 'boolean?' }, { content, orPropose: options.orPropose });
      return this.#write({ content }, this.#based({ content }, options)).withResponse();
    };
    return answerOf(writing());
  }

  /**
   * Releases the lock. The owner of the space can release any lock.
   * @throws {LockedError} when another participant holds it and you are not the owner.
   */
  unlock(options?: CallOptions): Answer<ArtifactView> {
    return this.#updated(this.space.call('unlockArtifact', this.#path, options));
  }

  /** The Markdown, as the service sends it to browsers as a file. */
  download(options?: CallOptions): Answer<string> {
    return this.space.call('downloadArtifact', this.#path, options);
  }

  /**
   * Changes the content with a function: waits for the lock, renews it while the function runs, writes the result over the text that the
   * function got and no other, and always releases the lock. Other edits of the artifact through the same `Space` wait meanwhile.
   * @param change - Gets the current content and returns the new one, or undefined to leave it unchanged.
   * @returns The artifact after the edit, unlocked.
   * @throws {LockedError} when another participant held the lock for longer than `waitMs`.
   * @throws {TimeoutError} when another edit through the same `Space` took longer than `waitMs`.
   * @throws {LockLostError} when the lock was lost during the edit; its `text` is what `change` returned, and is kept as a proposal:
   * `proposalId` says which.
   * @throws {VersionConflictError} when somebody with your key wrote meanwhile; its `text` is what `change` returned.
   * @throws whatever `change` throws.
   */
  edit(change: Edit, options?: EditOptions): Promise<ArtifactView>;
  /**
   * Changes the content in one call: the service applies the change to the present text. It waits while another participant holds the lock,
   * and takes no lock itself. Such changes do not wait for each other, only for edits with a function through the same `Space`.
   * @param change - Exactly one of `content`, `edits`, `append` and `section`.
   * @param options - With `baseVersion`, nothing is written over a version that you have not read. With `orPropose`, the change becomes a
   * proposal at once, instead of waiting, if another participant holds the lock.
   * @returns The artifact after the change.
   * @throws {EditMismatchError} when an edit or a heading does not occur exactly once in the text.
   * @throws {VersionConflictError} when the artifact has another version than `baseVersion`, at once even while it is locked.
   * @throws {LockedError} when another participant held the lock for longer than `waitMs`; with `orPropose`, its `proposalId` says which
   * proposal keeps the change.
   * @throws {TimeoutError} when an edit with a function through the same `Space` took longer than `waitMs`.
   * @throws {InvalidRequestError} when the text would be too large.
   */
  edit(change: Change, options?: ChangeOptions): Promise<ArtifactView>;
  async edit(change: Edit | Change, options: EditOptions & ChangeOptions = {}): Promise<ArtifactView> {
    assertArguments({ change: 'change' }, { change });
    if (typeof change === 'function') {
      assertEditOptions(options);
      return edit(this, change, options);
    }
    assertChange(change);
    assertChangeOptions(options);
    const { lock = 'auto', waitMs = usualWaitMs, pollMs, ...rest } = options;
    // What the caller has read, not what other edits read before it is the turn of this one.
    const terms = this.#based(change, { ...rest, lock });
    const write = () => this.#write(change, terms);
    // Who must hold the lock gets it by no wait.
    const patience = { waitMs: lock === 'auto' ? waitMs : 0, pollMs, signal: rest.signal };
    const { baseVersion } = terms;
    const isWorthIt = baseVersion === undefined ? undefined : () => assertPresent(this, baseVersion, rest.signal);
    // Each refusal keeps the text, so there must be no second one.
    const work = rest.orPropose ? write : () => patiently(write, patience, isWorthIt);
    return inTurn(this.space, this.id, 'shared', waitMs, work);
  }

  /**
   * What a change would do to the present text. Nothing is written.
   * @param change - Exactly one of `content`, `edits`, `append` and `section`.
   * @param options - `baseVersion` as for `edit`.
   * @throws {EditMismatchError} when an edit or a heading does not occur exactly once in the text.
   * @throws {VersionConflictError} when the artifact has another version than `baseVersion`.
   * @throws {LockedError} when another participant holds the lock.
   */
  preview(
    change: Change,
    { baseVersion: base, ...options }: CallOptions & { baseVersion?: number | undefined } = {},
  ): Answer<ArtifactDiff> {
    const previewing = async () => {
      assertChange(change);
      const { baseVersion } = this.#based(change, { baseVersion: base, lock: 'auto' });
      const dryRun = { ...this.#path, ...change, baseVersion, lock: 'auto', dryRun: true } as const;
      // The service answers every dry run with a difference.
      return mapped(this.space.call('writeArtifact', dryRun, options), ({ diff }) => diff!).withResponse();
    };
    return answerOf(previewing());
  }

  /**
   * The versions of the artifact without their contents, newest first: who wrote each one, when, how and why.
   * @param options - A page: `limit` versions (50) older than `before`.
   */
  history({ before, limit, ...options }: VersionsOptions = {}): Answer<ArtifactVersion[]> {
    const listing = this.space.call('listArtifactVersions', { ...this.#path, before, limit }, options);
    return mapped(listing, ({ versions }) => versions);
  }

  /**
   * One version of the artifact with its content.
   * @throws {NotFoundError} when there is no such version.
   * @throws {GoneError} with `code` `version_thinned` when its content is no longer stored.
   */
  at(version: number, options?: CallOptions): Answer<ArtifactVersionWithContent> {
    return this.space.call('getArtifactVersion', { ...this.#path, version }, options);
  }

  /**
   * Compares two versions by lines.
   * @param to - The present version by default.
   * @throws {NotFoundError} when there is no such version.
   * @throws {GoneError} with `code` `version_thinned` when the content of one is no longer stored.
   */
  diff(from: number, to?: number, options?: CallOptions): Answer<ArtifactDiff> {
    return this.space.call('diffArtifact', { ...this.#path, from, to }, options);
  }

  /**
   * Writes the content of an old version again, as a new version, so that nothing is lost.
   * @param options - `lock` is `auto` by default.
   * @throws {LockedError} when another participant holds the lock; with `lock` `held`, when you do not hold it.
   * @throws {VersionConflictError} when the artifact has another version than `baseVersion`.
   * @throws {NotFoundError} when there is no such version.
   * @throws {GoneError} with `code` `version_thinned` when its content is no longer stored.
   */
  restore(
    version: number,
    { baseVersion, lock = 'auto', note, ...options }: Omit<WriteOptions, 'orPropose'> = {},
  ): Answer<ArtifactView> {
    const terms = { ...this.#path, version, baseVersion, lock, note };
    return this.#updated(this.space.call('restoreArtifactVersion', terms, options));
  }

  /**
   * Proposes a change. It needs no lock and changes nothing, until the holder of the lock, the creator of the artifact or the owner of the
   * space accepts it. They get a directed message, and you get one when it ends.
   * @param change - Exactly one of `content`, `edits`, `append` and `section`.
   * @throws {EditMismatchError} when the change does not apply to the version that it is based on.
   * @throws {InvalidRequestError} when the text would be too large, or the artifact or the space has too many open proposals.
   * @throws {ForbiddenError} when you are muted.
   * @throws {BudgetSpentError} when the agent budget, or your fair share of it, is used up.
   * @throws {GoneError} with `code` `version_thinned` when the content of that version is no longer stored.
   * @see docs/sdk.md#proposals
   */
  propose(change: Change, { baseVersion = this.version, note, ...options }: ProposeOptions = {}): Answer<Proposal> {
    const proposing = async () => {
      assertChange(change);
      const offer = { ...this.#path, ...change, baseVersion, note };
      return mapped(this.space.call('createProposal', offer, options), this.proposed).withResponse();
    };
    return answerOf(proposing());
  }

  /**
   * The open proposals for the artifact without their texts, newest first.
   * @param options - A page: `limit` proposals (50) older than `before`; with `state` `all`, those that have ended too.
   * @see docs/sdk.md#proposals
   */
  proposals({ state, before, limit, ...options }: ProposalsOptions = {}): Answer<Proposal[]> {
    const listing = this.space.call('listProposals', { ...this.#path, state, before, limit }, options);
    return mapped(listing, ({ proposals }) => proposals.map(this.proposed));
  }

  /**
   * Reads one proposal with its change, and what accepting it would change now.
   * @param proposalId - As events, messages and errors have it.
   * @throws {NotFoundError} when there is no such proposal for this artifact.
   * @see docs/sdk.md#proposals
   */
  proposal(proposalId: string, options?: CallOptions): Answer<Proposal> {
    return mapped(this.space.call('getProposal', { ...this.#path, proposalId }, options), this.proposed);
  }

  /**
   * Gives the artifact another name. Its version stays.
   * @param name - At most 200 characters. Other artifacts can have it too.
   * @throws {LockedError} when another participant holds the lock.
   * @throws {ForbiddenError} when you are muted.
   * @throws {NotFoundError} when the artifact was deleted.
   */
  rename(name: string, options?: CallOptions): Answer<ArtifactView> {
    return this.#updated(this.space.call('renameArtifact', { ...this.#path, name }, options));
  }

  /**
   * Deletes the artifact. Only its creator and the owner of the space can; the owner can restore it with {@link Artifacts.restore}.
   * @throws {ForbiddenError} when you are neither.
   * @throws {LockedError} when another participant holds the lock.
   * @throws {ForbiddenError} when you are muted.
   * @throws {NotFoundError} when it was deleted already.
   */
  delete(options?: CallOptions): Answer<Ok> {
    return this.space.call('deleteArtifact', this.#path, options);
  }

  /** A text that may become a proposal must say what it is based on, and so must a whole one that no lock protects. */
  #based({ content }: Partial<Change>, { baseVersion, ...options }: WriteOptions): WriteOptions {
    const mustBe = options.orPropose || (content !== undefined && options.lock === 'auto');
    return { ...options, baseVersion: baseVersion ?? (mustBe ? this.version : undefined) };
  }

  #write(change: Change, { baseVersion, lock, note, orPropose, ...options }: WriteOptions): Answer<ArtifactView> {
    const keep = orPropose ? ('proposal' as const) : undefined;
    const input = { ...this.#path, ...change, baseVersion, lock, note, keep };
    const writing = async () => {
      // A whole content need not come back.
      const minimal = change.content !== undefined;
      const { data, response } = await this.space
        .call('writeArtifact', input, { ...options, minimal, untilTimeout: true })
        .withResponse();
      const { content = change.content, diff: _, ...rest } = data;
      // A header of the caller can ask for a minimal answer too.
      if (content === undefined) return { data: await this.refresh(lookupOptions(options)), response };
      const written = { ...rest, content };
      // Changes do not wait for each other, so their answers can come in any order.
      if (written.version > this.view.version) this.view = written;
      return { data: written, response };
    };
    return answerOf(writing());
  }

  #updated(answer: Answer<ArtifactView>): Answer<ArtifactView> {
    return mapped(answer, (view) => {
      if (view.version >= this.view.version) this.view = view;
      return view;
    });
  }

  /** @internal */
  protected abstract readonly proposed: (view: ProposalCalls['view']) => Proposal;

  get #path() {
    return { artifactId: this.view.id };
  }
}
