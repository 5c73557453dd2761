import { answerOf, mapped, type Answer } from './answer.ts';
import { Artifact } from './artifact.ts';
import { isId, onlyOne } from './naming.ts';
import { lookupOptions, type CallOptions } from './options.ts';
import type { Space } from './space.ts';
import type { ArtifactView } from './types.ts';

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
