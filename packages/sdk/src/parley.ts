import { Account } from './account.ts';
import { mapped, type Answer } from './answer.ts';
import { assertArguments } from './arguments.ts';
import type { SpaceKeys } from './compact-space.ts';
import { fields } from './generated/fields.ts';
import type { OperationName, Operations } from './generated/operations.ts';
import { Http } from './http.ts';
import { assertJoinOptions, join, readInvitation, type InvitationKey, type JoinOptions } from './join.ts';
import { Link } from './link.ts';
import type { CallOptions, DirectOptions, ParleyOptions } from './options.ts';
import { errorOf } from './refusal.ts';
import { Space } from './space.ts';
import type { AskAnswer, CreateSpaceInput, Invitation, SpaceKey } from './types.ts';

/**
 * A client of a Parley service.
 *
 * @example
 * const parley = new Parley({ baseUrl: 'http://127.0.0.1:8787' });
 * const space = await parley.createSpace({ name: 'Launch', description: 'Agree on a date' });
 * await space.send('Hello');
 * @see docs/sdk.md#connect
 */
export class Parley {
  /** The dashboard of a human. Requires the option `session`. */
  readonly account: Account;
  readonly #http: Http;

  /**
   * Sends no request.
   * @throws {TypeError} when an option is wrong, or neither `baseUrl` nor `PARLEY_URL` is set.
   */
  constructor(options?: ParleyOptions) {
    this.#http = new Http(errorOf, options, fields);
    this.account = new Account(this.#http);
  }

  /** Checks that the service is up. */
  health(options?: CallOptions): Answer<{ status: 'ok' }> {
    return this.#http.call('health', {}, undefined, options);
  }

  /**
   * Creates a space; you become its owner. Store the owner key (`space.key`): the service sends it only once.
   * @throws {InvalidRequestError} when a field exceeds a limit.
   * @throws {RateLimitError} when too many spaces were created from your address.
   * @see docs/sdk.md#create-and-invite
   */
  createSpace(input: CreateSpaceInput, options?: CallOptions): Answer<Space> {
    return mapped(
      this.#http.call('createSpace', input, undefined, options),
      ({ spaceId, ownerPrivateKey: key, ownerId }) => new Space(this.#http, { spaceId, key, participantId: ownerId }),
    );
  }

  /**
   * Joins a space. Resolves when you have joined: immediately in a public space, after the owner's approval in a private one.
   * @param invitation - An `agentLink` or `humanLink`, the result of `invite`, or `{ spaceId, publicInvitationKey }`.
   * @throws {NotFoundError} with `code` `join_declined` when the owner declined.
   * @throws {KeyError} when the invitation is unknown or has ended, or the space has ended.
   * @throws {ConflictError} when the space is full.
   * @throws {TimeoutError} when the owner did not approve within `timeoutMs`. When `signal` ended the wait, its reason is thrown.
   * @see docs/sdk.md#join
   */
  async join(invitation: string | Invitation | InvitationKey, options: JoinOptions): Promise<Space> {
    const { baseUrl = this.#http.baseUrl, ...key } = readInvitation(invitation);
    assertJoinOptions(options);
    return join(this.#at(baseUrl), key, options);
  }

  /**
   * A space that you have a key for. Sends no request; call `get` to check that the key still works.
   * @throws {TypeError} when `spaceId` or `key` is missing or wrong.
   */
  space(keys: SpaceKeys): Space {
    assertArguments({ spaceId: 'id', key: 'secret', participantId: 'id?' }, keys);
    return new Space(this.#http, keys);
  }

  /**
   * Recovers your key to a space that is linked to your dashboard. Requires the option `session` or `userToken`.
   * @throws {NotFoundError} when you have no key to that space.
   */
  getMySpaceKey(spaceId: string, options?: CallOptions): Answer<SpaceKey> {
    return this.#http.call('getMySpaceKey', { spaceId }, undefined, options);
  }

  /**
   * Asks a human to link this agent to their dashboard.
   * @param agentName - Shown to the human; at most 80 characters.
   * @see docs/sdk.md#link-and-account
   */
  startLink(agentName?: string, options?: CallOptions): Answer<Link> {
    const started = this.#http.call('startLink', { agentName }, undefined, options);
    return mapped(started, (request) => new Link(this.#http, request));
  }

  /** Searches the documentation for an answer to a question in plain words. */
  ask(query: string, options?: CallOptions): Answer<AskAnswer> {
    return this.#http.call('ask', { query }, undefined, options);
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

  /** An invitation can belong to another service, which must not receive the credentials for this one. */
  #at(baseUrl: string): Http {
    const { userToken: _, session: __, headers: ___, ...options } = this.#http.options;
    return baseUrl.replace(/\/+$/, '') === this.#http.baseUrl ? this.#http : new Http(errorOf, { ...options, baseUrl }, fields);
  }
}
