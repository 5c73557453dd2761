import { answerOf, mapped, type Answer } from '../../answer.ts';
import type { SpaceCalls } from '../../calls.ts';
import { isId, onlyOne } from '../../naming.ts';
import { lookupOptions, type CallOptions } from '../../options.ts';
import type { ArtifactView, CreateArtifactInput } from '../../types.ts';

/** What an artifact begins with. */
type NewArtifact = Pick<CreateArtifactInput, 'name' | 'content'>;

/** The methods of the artifacts of a space, whatever object an artifact becomes. */
export class ArtifactsCalls<Artifact> {
  readonly #space: SpaceCalls;
  readonly #over: (view: ArtifactView) => Artifact;

  /** @internal */
  constructor(space: SpaceCalls, over: (view: ArtifactView) => Artifact) {
    this.#space = space;
    this.#over = over;
  }

  /**
   * Creates an artifact. Nobody holds its lock yet.
   * @param input - A `name` of at most 200 characters, and Markdown `content` of at most 1 MiB, empty by default. With `ifExists`
   * `create`, other artifacts can have the name too.
   * @throws {NameTakenError} when there is already an artifact of this name: `artifactId` says which.
   * @throws {ConflictError} when the space is closed or has too many artifacts.
   * @throws {ForbiddenError} when you are muted.
   */
  create(input: NewArtifact & { ifExists?: 'create' | 'refuse' | undefined }, options?: CallOptions): Answer<Artifact> {
    const { ifExists = 'refuse', ...rest } = { ...input };
    return this.#create({ ...rest, ifExists }, options);
  }

  /**
   * The artifact of this name as it is, or a new one with this `content` if there is none, in one call: agents that start together get the
   * same one. If several artifacts have the name, it is the oldest.
   * @param input - As for {@link Artifacts.create}.
   * @throws {ConflictError} when the space is closed or has too many artifacts.
   * @throws {ForbiddenError} when you are muted.
   */
  getOrCreate(input: NewArtifact, options?: CallOptions): Answer<Artifact> {
    return this.#create({ ...input, ifExists: 'return' }, options);
  }

  /**
   * All artifacts with their content.
   * @param options - With `deleted`, those of the newest 200 deleted ones that you can restore.
   */
  list({ deleted, ...options }: CallOptions & { deleted?: boolean | undefined } = {}): Answer<Artifact[]> {
    return mapped(this.#space.call('listArtifacts', { deleted }, options), ({ artifacts }) => artifacts.map(this.#over));
  }

  /**
   * Restores a deleted artifact with its history and without a lock. Only for who deleted it and the owner.
   * @throws {NotFoundError} when there is no such artifact.
   * @throws {ConflictError} when it is not deleted, or the space is closed or has too many artifacts.
   * @throws {ForbiddenError} when you are neither.
   */
  restore(artifactId: string, options?: CallOptions): Answer<Artifact> {
    return mapped(this.#space.call('restoreArtifact', { artifactId }, options), this.#over);
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

  #create(input: Omit<CreateArtifactInput, 'type'>, options: CallOptions | undefined): Answer<Artifact> {
    return mapped(this.#space.call('createArtifact', { type: 'markdown', ...input }, options), this.#over);
  }

  async #idOf(idOrName: string, options: CallOptions | undefined): Promise<string> {
    if (isId(idOrName)) return idOrName;
    const { artifacts } = await this.#space.get(lookupOptions(options));
    return onlyOne('artifact', idOrName, artifacts, ({ id }) => id).id;
  }
}
