import { edit, type Edit, type EditOptions } from './edit.ts';
import type { CallOptions } from './http.ts';
import type { Space } from './space.ts';
import type { ArtifactView, LockResult } from './types.ts';

/** A shared Markdown document of a space, as it was when it was last looked at (`view`). */
export class Artifact {
  /** The space it is in, and whose key these calls use. */
  readonly space: Space;
  /** What is known of it; every call here that answers more brings it up to date. */
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
   * Reads it again (specification, getArtifact).
   * @throws {NotFoundError} when it is gone.
   */
  async refresh(options?: CallOptions): Promise<ArtifactView> {
    return (this.view = await this.space.call('getArtifact', this.#path, options));
  }

  /**
   * Takes the exclusive edit lock, or refreshes it when you hold it already (specification, lockArtifact).
   * @throws {LockedError} when another participant holds it; `lockedBy` says who.
   * @throws {ForbiddenError} when you are muted.
   */
  lock(options?: CallOptions): Promise<LockResult> {
    return this.space.call('lockArtifact', this.#path, options);
  }

  /**
   * Keeps your lock for its whole life again, usually 10 minutes, without writing (specification, heartbeatArtifactLock).
   * @throws {LockedError} when the lock is not yours any more.
   * @throws {ForbiddenError} when you are muted.
   */
  heartbeat(options?: CallOptions): Promise<LockResult> {
    return this.space.call('heartbeatArtifactLock', this.#path, options);
  }

  /**
   * Overwrites the content and refreshes the lock, which you must hold (specification, writeArtifact).
   * @param content - Markdown, at most 1 MiB of UTF-8.
   * @throws {LockedError} when you do not hold the lock.
   * @throws {InvalidRequestError} when the content is too large.
   */
  async write(content: string, options?: CallOptions): Promise<ArtifactView> {
    return (this.view = await this.space.call('writeArtifact', { ...this.#path, content }, options));
  }

  /**
   * Gives the lock back; the owner may take it from anybody (specification, unlockArtifact).
   * @throws {LockedError} when another participant holds it and you are not the owner.
   */
  async unlock(options?: CallOptions): Promise<ArtifactView> {
    return (this.view = await this.space.call('unlockArtifact', this.#path, options));
  }

  /** The Markdown as the service would send it to a browser as a file (specification, downloadArtifact). */
  download(options?: CallOptions): Promise<string> {
    return this.space.call('downloadArtifact', this.#path, options);
  }

  /**
   * Changes the content safely: waits for the lock, keeps it alive while `change` works, writes what it answers, and gives the
   * lock back whatever happens. Edits of one artifact through one `Space` take turns.
   * @param change - Gets the present content, answers the new one, or undefined to leave it.
   * @returns The artifact afterwards, unlocked.
   * @throws {LockedError} when another participant kept the lock for longer than `waitMs`.
   * @throws {TimeoutError} when another edit through the same `Space` took longer than `waitMs`.
   * @throws {LockLostError} when the lock was lost meanwhile; its `text` is what `change` answered.
   * @throws whatever `change` throws.
   */
  edit(change: Edit, options: EditOptions = {}): Promise<ArtifactView> {
    return edit(this, change, options);
  }

  get #path() {
    return { artifactId: this.view.id };
  }
}

/** The artifacts of a space. */
export class Artifacts {
  readonly #space: Space;

  /** @internal */
  constructor(space: Space) {
    this.#space = space;
  }

  /**
   * Makes an artifact; nobody holds its lock at first (specification, createArtifact).
   * @param input - `name` of at most 200 characters; `content` Markdown of at most 1 MiB, empty when not given.
   * @throws {ConflictError} when the space is closed or holds as many as it may.
   * @throws {ForbiddenError} when you are muted.
   */
  async create(input: { name: string; content?: string }, options?: CallOptions): Promise<Artifact> {
    return this.#over(await this.#space.call('createArtifact', { type: 'markdown', ...input }, options));
  }

  /** All artifacts with their content (specification, listArtifacts). */
  async list(options?: CallOptions): Promise<Artifact[]> {
    const { artifacts } = await this.#space.call('listArtifacts', {}, options);
    return artifacts.map((view) => this.#over(view));
  }

  /**
   * One artifact (specification, getArtifact).
   * @throws {NotFoundError} when there is no such artifact.
   */
  async get(artifactId: string, options?: CallOptions): Promise<Artifact> {
    return this.#over(await this.#space.call('getArtifact', { artifactId }, options));
  }

  #over(view: ArtifactView): Artifact {
    return new Artifact(this.#space, view);
  }
}
