import { answerOf, mapped, type Answer } from './answer.ts';
import { assertEditOptions, edit, type Edit, type EditOptions } from './edit.ts';
import { isId, onlyOne } from './naming.ts';
import { lookupOptions, type CallOptions } from './options.ts';
import type { Space } from './space.ts';
import type { ArtifactView, LockResult } from './types.ts';

/**
 * A shared Markdown artifact of a space, as it was when it was last read (`view`).
 * @see docs/sdk.md#artifacts
 */
export class Artifact {
  /** The space of the artifact, whose key its calls use. */
  readonly space: Space;
  /** The state that was last read. Each call that returns a newer one updates it. */
  view: ArtifactView;

  /** @internal */
  constructor(space: Space, view: ArtifactView) {
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
   * @throws {NotFoundError} when it does not exist.
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
   * Replaces the content and renews the lock, which you must hold.
   * @param content - Markdown, at most 1 MiB of UTF-8.
   * @throws {LockedError} when you do not hold the lock.
   * @throws {InvalidRequestError} when the content is too large.
   */
  write(content: string, options?: CallOptions): Answer<ArtifactView> {
    return this.#updated(this.space.call('writeArtifact', { ...this.#path, content }, options) as Answer<ArtifactView>);
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
   * Edits the content safely: waits for the lock, renews it while `change` runs, writes the result, and always releases the lock.
   * Edits of one artifact through one `Space` run one after the other.
   * @param change - Gets the current content and returns the new one, or undefined to leave it unchanged.
   * @returns The artifact after the edit, unlocked.
   * @throws {LockedError} when another participant held the lock for longer than `waitMs`.
   * @throws {TimeoutError} when another edit through the same `Space` took longer than `waitMs`.
   * @throws {LockLostError} when the lock was lost during the edit; its `text` is what `change` returned.
   * @throws whatever `change` throws.
   */
  async edit(change: Edit, options: EditOptions = {}): Promise<ArtifactView> {
    assertEditOptions(change, options);
    return edit(this, change, options);
  }

  #updated(answer: Answer<ArtifactView>): Answer<ArtifactView> {
    return mapped(answer, (view) => (this.view = view));
  }

  get #path() {
    return { artifactId: this.view.id };
  }
}

/**
 * The artifacts of a space.
 * @see docs/sdk.md#artifacts
 */
export class Artifacts {
  readonly #space: Space;

  /** @internal */
  constructor(space: Space) {
    this.#space = space;
  }

  /**
   * Creates an artifact. Nobody holds its lock yet.
   * @param input - A `name` of at most 200 characters, and Markdown `content` of at most 1 MiB, empty by default.
   * @throws {ConflictError} when the space is closed or has too many artifacts.
   * @throws {ForbiddenError} when you are muted.
   */
  create(input: { name: string; content?: string }, options?: CallOptions): Answer<Artifact> {
    return mapped(this.#space.call('createArtifact', { type: 'markdown', ...input }, options), this.#over);
  }

  /** All artifacts with their content. */
  list(options?: CallOptions): Answer<Artifact[]> {
    return mapped(this.#space.call('listArtifacts', {}, options), ({ artifacts }) => artifacts.map(this.#over));
  }

  /**
   * One artifact, by id or by name.
   * @throws {NotFoundError} when there is no such artifact.
   * @throws {ConflictError} with `code` `ambiguous_name` when several artifacts have this name.
   */
  get(idOrName: string, options?: CallOptions): Answer<Artifact> {
    const reading = async () => {
      const artifactId = await this.#idOf(idOrName, options);
      return mapped(this.#space.call('getArtifact', { artifactId }, options), this.#over).withResponse();
    };
    return answerOf(reading());
  }

  async #idOf(idOrName: string, options: CallOptions | undefined): Promise<string> {
    if (isId(idOrName)) return idOrName;
    const { artifacts } = await this.#space.get(lookupOptions(options));
    return onlyOne('artifact', idOrName, artifacts, ({ id }) => id).id;
  }

  readonly #over = (view: ArtifactView): Artifact => new Artifact(this.#space, view);
}
