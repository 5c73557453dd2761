import type { CallOptions, Http } from './http.ts';
import type { CreatedToken, Me, MySpace, TokenMetadata } from './types.ts';

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

  /** Spaces linked to the dashboard, newest first (specification, listMySpaces). */
  spaces(options?: CallOptions): Promise<MySpace[]> {
    return this.#http.call('listMySpaces', {}, undefined, options);
  }

  /**
   * Mints a user token for an agent; the secret is told only here (specification, createApiToken).
   * @param name - For you to tell your tokens apart.
   */
  createToken(name?: string, options?: CallOptions): Promise<CreatedToken> {
    return this.#http.call('createApiToken', { name }, undefined, options);
  }

  /** Your tokens without their secrets (specification, listApiTokens). */
  tokens(options?: CallOptions): Promise<TokenMetadata[]> {
    return this.#http.call('listApiTokens', {}, undefined, options);
  }

  /**
   * Revokes a token at once (specification, revokeApiToken).
   * @throws {NotFoundError} when there is none of that id.
   */
  revokeToken(tokenId: string, options?: CallOptions): Promise<undefined> {
    return this.#http.call('revokeApiToken', { tokenId }, undefined, options);
  }
}
