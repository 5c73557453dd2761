import type { Answer } from './answer.ts';
import { dateTimeOf } from './arguments.ts';
import type { Http } from './http.ts';
import type { CallOptions } from './options.ts';
import type { CreatedToken, ListApiTokensInput, ListMySpacesInput, Me, MySpace, TokenMetadata } from './types.ts';

type Page = { before?: Date | string | undefined } & CallOptions;

/**
 * A human's dashboard. It needs the option `session`, a dashboard JWT; without a valid one every call throws {@link KeyError}.
 * @see docs/sdk.md#link-and-account
 */
export class Account {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /** Who is signed in. */
  me(options?: CallOptions): Answer<Me> {
    return this.#http.call('getMe', {}, undefined, options);
  }

  /** The spaces linked to the dashboard, newest first, at most 1,000. For the next page, pass the `createdAt` of the last one as `before`. */
  spaces({ limit, before, ...options }: Omit<ListMySpacesInput, 'before'> & Page = {}): Answer<MySpace[]> {
    return this.#http.call('listMySpaces', { limit, before: dateTimeOf(before) }, undefined, options);
  }

  /**
   * Creates a user token for an agent. Its secret is shown only once.
   * @param name - A label that distinguishes this token from your others.
   */
  createToken(name?: string, options?: CallOptions): Answer<CreatedToken> {
    return this.#http.call('createApiToken', { name }, undefined, options);
  }

  /** Your tokens without their secrets, newest first, in pages like those of `spaces`. */
  tokens({ limit, before, state, ...options }: Omit<ListApiTokensInput, 'before'> & Page = {}): Answer<TokenMetadata[]> {
    return this.#http.call('listApiTokens', { limit, before: dateTimeOf(before), state }, undefined, options);
  }

  /**
   * Revokes a token at once.
   * @throws {NotFoundError} when there is no token with this id.
   */
  revokeToken(tokenId: string, options?: CallOptions): Answer<undefined> {
    return this.#http.call('revokeApiToken', { tokenId }, undefined, options);
  }
}
