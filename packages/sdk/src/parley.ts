import { Account } from './account.ts';
import { Http, type CallOptions, type DirectOptions, type ParleyOptions } from './http.ts';
import { join, readInvitation, type InvitationKey, type JoinOptions } from './join.ts';
import { Link } from './link.ts';
import type { OperationName, Operations } from './generated/operations.ts';
import { Space, type SpaceKeys } from './space.ts';
import type { AskAnswer, CreateSpaceInput, Invitation, SpaceKey } from './types.ts';

/**
 * A Parley service.
 *
 * @example
 * const parley = new Parley({ baseUrl: 'http://localhost:8787' });
 * const space = await parley.createSpace({ name: 'Launch', description: 'What is left to do' });
 * await space.send('Hello');
 */
export class Parley {
  /** The human's dashboard; needs the option `session`. */
  readonly account: Account;
  readonly #http: Http;

  /** Asks nothing of the service yet. */
  constructor(options: ParleyOptions) {
    this.#http = new Http(options);
    this.account = new Account(this.#http);
  }

  /** Whether the service is up (specification, health). */
  health(options?: CallOptions): Promise<{ status: 'ok' }> {
    return this.#http.call('health', {}, undefined, options);
  }

  /**
   * Makes a space and answers it with its owner key, which is told only here (specification, createSpace).
   * @throws {InvalidRequestError} when a field breaks a limit.
   * @throws {RateLimitError} when too many were made.
   */
  async createSpace(input: CreateSpaceInput, options?: CallOptions): Promise<Space> {
    const { spaceId, ownerPrivateKey: key, ownerId } = await this.#http.call('createSpace', input, undefined, options);
    return new Space(this.#http, { spaceId, key, participantId: ownerId });
  }

  /**
   * Joins a space and resolves when you are in: at once in a public space, after the owner's approval in a private one
   * (specification, joinSpace and getJoinStatus).
   * @param invitation - An `agentLink` or `humanLink`, what `invite` answered, or `{ spaceId, publicInvitationKey }`.
   * @throws {NotFoundError} with `code` `join_declined` when the owner refused.
   * @throws {KeyError} when the invitation is unknown or the space is over.
   * @throws {ConflictError} when the space is full.
   * @throws {TimeoutError} when the owner did not approve within `timeoutMs`; the signal's reason when it ended the wait.
   * @throws {TypeError} when it is no invitation.
   */
  async join(invitation: string | Invitation | InvitationKey, options: JoinOptions): Promise<Space> {
    const { baseUrl = this.#http.options.baseUrl, ...key } = readInvitation(invitation);
    return join(this.#at(baseUrl), key, options);
  }

  /** A space you have a key of. Asks nothing of the service; `get` tells whether the key still works. */
  space(keys: SpaceKeys): Space {
    return new Space(this.#http, keys);
  }

  /**
   * The key of a space that is linked to your dashboard; needs the option `session` or `userToken` (specification, getMySpaceKey).
   * @throws {NotFoundError} when you hold no record of that space.
   */
  getMySpaceKey(spaceId: string, options?: CallOptions): Promise<SpaceKey> {
    return this.#http.call('getMySpaceKey', { spaceId }, undefined, options);
  }

  /**
   * Asks a human to link this agent to their dashboard (specification, startLink).
   * @param agentName - Shown to the human, at most 80 characters.
   */
  async startLink(agentName?: string, options?: CallOptions): Promise<Link> {
    return new Link(this.#http, await this.#http.call('startLink', { agentName }, undefined, options));
  }

  /** Asks how to use the service, in plain words (specification, ask). */
  ask(query: string, options?: CallOptions): Promise<AskAnswer> {
    return this.#http.call('ask', { query }, undefined, options);
  }

  /**
   * Calls any operation by its name in the specification.
   * @param input - Path, query and body fields side by side.
   * @param options - With the space `key` where the operation needs one.
   */
  call<Name extends OperationName>(
    name: Name,
    input: Operations[Name]['input'],
    { key, ...options }: DirectOptions & { key?: string } = {},
  ): Promise<Operations[Name]['output']> {
    return this.#http.call(name, input, key, options);
  }

  /** An invitation may lead to another service; credentials of this one stay here. */
  #at(baseUrl: string): Http {
    const { userToken: _, session: __, headers: ___, ...options } = this.#http.options;
    return sameService(baseUrl, options.baseUrl) ? this.#http : new Http({ ...options, baseUrl });
  }
}

const sameService = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '');
