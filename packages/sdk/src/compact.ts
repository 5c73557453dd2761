import type { Answer } from './answer.ts';
import { assertArguments } from './arguments.ts';
import { CompactSpace, type SpaceKeys } from './compact-space.ts';
import type { OperationName, Operations } from './generated/operations.ts';
import { Http } from './http.ts';
import type { DirectOptions, ParleyOptions } from './options.ts';
import { errorOf } from './refusal.ts';

export * from './compact-space.ts';

/**
 * A client of a Parley service for pages that load little script: it opens spaces and calls operations by their names.
 *
 * @example
 * const space = new CompactParley({ baseUrl: 'http://127.0.0.1:8787' }).space({ spaceId, key });
 * for await (const event of space.events()) show(event);
 * @see docs/sdk.md#small-pages
 */
export class CompactParley {
  readonly #http: Http;

  /**
   * Sends no request.
   * @throws {TypeError} when an option is wrong, or neither `baseUrl` nor `PARLEY_URL` is set.
   */
  constructor(options?: ParleyOptions) {
    this.#http = new Http(errorOf, options);
  }

  /**
   * A space that you have a key for. Sends no request.
   * @throws {TypeError} when `spaceId` or `key` is missing or wrong.
   */
  space(keys: SpaceKeys): CompactSpace {
    assertArguments({ spaceId: 'id', key: 'secret', participantId: 'id?' }, keys);
    return new CompactSpace(this.#http, keys);
  }

  /**
   * Calls any operation by its name.
   * @param input - Path, query and body fields in one object.
   * @param options - Include the space `key` if the operation needs one.
   * @see docs/sdk.md#reference
   */
  call<Name extends OperationName>(
    name: Name,
    input: Operations[Name]['input'],
    { key, ...options }: DirectOptions & { key?: string } = {},
  ): Answer<Operations[Name]['output']> {
    return this.#http.call(name, input, key, options);
  }
}
