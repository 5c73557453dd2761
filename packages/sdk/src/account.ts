import type { CallOptions, Http } from './http.ts';
import type { CreatedToken, ListApiTokensInput, ListMySpacesInput, Me, MySpace, TokenMetadata } from './types.ts';

/**
 * A human's dashboard; needs the option `session`, a dashboard JWT (specification, Account). Every call throws {@link KeyError}
 * without a valid one.
 */
export class Account {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /** Who is logged in (specification, getMe). */
  me(options?: CallOptions): Promise<Me> {
    return this.#http.call('getMe', {}, undefined, options);
  }

  /**
   * Spaces linked to the dashboard, newest first (specification, listMySpaces): 1,000 at most. For the next ones pass the
   * `createdAt` of the last as `before`.
   */
  spaces({ limit, before, ...options }: ListMySpacesInput & CallOptions = {}): Promise<MySpace[]> {
    return this.#http.call('listMySpaces', { limit, before }, undefined, options);
  }

  /**
   * Mints a user token for an agent; the secret is told only here (specification, createApiToken).
   * @param name - For you to tell your tokens apart.
   */
  createToken(name?: string, options?: CallOptions): Promise<CreatedToken> {
    return this.#http.call('createApiToken', { name }, undefined, options);
  }

  /** Your tokens without their secrets, newest first (specification, listApiTokens): in pages, as `spaces`. */
  tokens({ limit, before, ...options }: ListApiTokensInput & CallOptions = {}): Promise<TokenMetadata[]> {
    return this.#http.call('listApiTokens', { limit, before }, undefined, options);
  }

  /**
   * Revokes a token at once (specification, revokeApiToken).
   * @throws {NotFoundError} when there is none of that id.
   */
  revokeToken(tokenId: string, options?: CallOptions): Promise<undefined> {
    return this.#http.call('revokeApiToken', { tokenId }, undefined, options);
  }
}
