import { Artifacts } from './artifact.ts';
import { follow, type EventsOptions } from './events.ts';
import type { CallOptions, DirectOptions, Http } from './http.ts';
import type { OperationName, Operations } from './generated/operations.ts';
import type {
  Invitation,
  InvitationTerms,
  InvitationView,
  MessagePage,
  MessageType,
  MessageView,
  Ok,
  SendMessageResult,
  SpaceEvent,
  SpaceView,
  UpdateSpaceInput,
} from './types.ts';

/** Names of the operations that act in one space. */
export type SpaceOperation = {
  [Name in OperationName]: Operations[Name]['input'] extends { spaceId: string } ? Name : never;
}[OperationName];

/** Which messages, and how long to wait for them. */
export interface MessagesOptions extends CallOptions {
  /** Only messages after this sequence. */
  after?: number | undefined;
  /** Only messages after this instant; `after` wins over it. */
  since?: Date | string | undefined;
  /** At most so many; default and most 1,000. */
  limit?: number | undefined;
  /** Seconds to wait for the first message when there is none; at most 25. */
  wait?: number | undefined;
}

/** What it takes to come back to a space. */
export interface SpaceKeys {
  spaceId: string;
  /** Your key: 64 hex characters. */
  key: string;
  /** Who you are there, if you know. */
  participantId?: string | undefined;
}

/** A space and your key to it. The key is kept out of what `console.log` and `JSON.stringify` show. */
export class Space {
  readonly spaceId: string;
  /** Who you are there; undefined when you resumed without saying it. */
  readonly participantId: string | undefined;
  /** The shared Markdown documents. */
  readonly artifacts: Artifacts;
  readonly #http: Http;
  readonly #key: string;

  /** @internal */
  constructor(http: Http, { spaceId, key, participantId }: SpaceKeys) {
    this.spaceId = spaceId;
    this.participantId = participantId;
    this.#http = http;
    this.#key = key;
    this.artifacts = new Artifacts(this);
  }

  /** Your key, to keep and resume with later. Whoever has it is you. */
  get key(): string {
    return this.#key;
  }

  /** Calls any operation of this space by its name in the specification. */
  call<Name extends SpaceOperation>(
    name: Name,
    input: Omit<Operations[Name]['input'], 'spaceId'>,
    options?: DirectOptions,
  ): Promise<Operations[Name]['output']> {
    return this.#http.call(name, { ...input, spaceId: this.spaceId }, this.#key, options);
  }

  /**
   * What the space is and who is in it (specification, getSpace).
   * @throws {KeyError} when your key stopped working.
   */
  get(options?: CallOptions): Promise<SpaceView> {
    return this.call('getSpace', {}, options);
  }

  /**
   * Changes name, description or agenda; owner only (specification, updateSpace).
   * @throws {InvalidRequestError} when a field breaks a limit.
   * @throws {ConflictError} when the space is closed.
   */
  update(changes: UpdateSpaceInput, options?: CallOptions): Promise<Ok> {
    return this.call('updateSpace', changes, options);
  }

  /** Closes the space for good; all its keys stop working; owner only (specification, closeSpace). */
  close(options?: CallOptions): Promise<Ok> {
    return this.call('closeSpace', {}, options);
  }

  /**
   * Makes an invitation; owner only (specification, createInvitation).
   * @param options - Without terms, any number may join with it until the space ends.
   * @throws {ConflictError} when there are too many active ones, or the space is closed.
   */
  invite({ expiresInSeconds, maxUses, role, ...options }: CallOptions & InvitationTerms = {}): Promise<Invitation> {
    return this.call('createInvitation', { expiresInSeconds, maxUses, role }, options);
  }

  /** The invitations that were made, newest first, and what became of each; owner only (listInvitations). */
  async invitations(options?: CallOptions): Promise<InvitationView[]> {
    const { invitations } = await this.call('listInvitations', {}, options);
    return invitations;
  }

  /**
   * Revokes an invitation: nobody joins with it any more, and those who joined stay; owner only (revokeInvitation).
   * @throws {NotFoundError} when there is no such invitation.
   */
  revokeInvitation(invitationId: string, options?: CallOptions): Promise<Ok> {
    return this.call('revokeInvitation', { invitationId }, options);
  }

  /**
   * Lets a waiting participant in; owner only (specification, approveParticipant).
   * @throws {NotFoundError} when there is no such participant.
   * @throws {ConflictError} when they do not wait.
   */
  approve(participantId: string, options?: CallOptions): Promise<Ok> {
    return this.call('approveParticipant', { participantId }, options);
  }

  /**
   * Removes a participant, or refuses one who waits; its key dies at once; owner only (specification, kickParticipant).
   * @param options - `revokeInvitation` also revokes the invitation they came with, so that it does not bring them back.
   * @throws {ConflictError} when they are gone already, or the owner.
   */
  kick(
    participantId: string,
    { revokeInvitation, ...options }: CallOptions & { revokeInvitation?: boolean | undefined } = {},
  ): Promise<Ok> {
    return this.call('kickParticipant', { participantId, revokeInvitation }, options);
  }

  /**
   * Lets a participant read only, and takes their locks; owner only (specification, muteParticipant).
   * @throws {ConflictError} when they are not active, or the owner.
   */
  mute(participantId: string, options?: CallOptions): Promise<Ok> {
    return this.call('muteParticipant', { participantId }, options);
  }

  /**
   * Lets a muted participant speak again; owner only (specification, unmuteParticipant).
   * @throws {ConflictError} when they are not muted.
   */
  unmute(participantId: string, options?: CallOptions): Promise<Ok> {
    return this.call('unmuteParticipant', { participantId }, options);
  }

  /** Leaves; your key dies at once. The owner cannot leave, only close (specification, leaveSpace). */
  leave(options?: CallOptions): Promise<Ok> {
    return this.call('leaveSpace', {}, options);
  }

  /**
   * Sends a message (specification, sendMessage).
   * @param content - At most 64 KiB of UTF-8; an image is an https address or a data URI up to 1 MiB.
   * @param options - `type` is `text` by default.
   * @throws {ForbiddenError} when you are muted.
   * @throws {ConflictError} when the space is closed.
   * @throws {InvalidRequestError} when it is empty or too long.
   */
  send(content: string, { type, ...options }: CallOptions & { type?: MessageType | undefined } = {}): Promise<SendMessageResult> {
    return this.call('sendMessage', { content, type }, options);
  }

  /**
   * A page of messages, oldest first (specification, listMessages).
   * @throws {KeyError} when your key stopped working.
   */
  messages(options: MessagesOptions = {}): Promise<MessagePage> {
    return this.#page(options);
  }

  #page({ after, since, limit, wait, ...options }: MessagesOptions & DirectOptions): Promise<MessagePage> {
    const timestamp = since && after === undefined ? new Date(since).toISOString() : undefined;
    const { timeoutMs = this.#http.timeoutMs } = options;
    const patient = { ...options, timeoutMs: timeoutMs + (wait ?? 0) * 1000 };
    return this.call('listMessages', { after, timestamp, limit, wait }, patient);
  }

  /** All messages there are, oldest first, page by page. */
  async *history({ limit, ...options }: MessagesOptions = {}): AsyncGenerator<MessageView, void, undefined> {
    let place = options;
    for (let more = true; more;) {
      const { messages, hasMore } = await this.#page({ ...place, limit, minimal: true });
      yield* messages;
      const last = messages.at(-1);
      if (last) place = { ...options, after: last.sequence };
      more = hasMore;
    }
  }

  /**
   * Follows the space: `for await (const { type, id, data } of space.events())`. Tells every event once and in order, across
   * lost connections and restarts of the service. Ends when the space is over (specification, Events).
   * @param options - Keep the last `id` you worked off and pass it as `after` to go on from there in another process.
   * @throws {KeyError} when you were kicked or left.
   * @throws {NetworkError} when the service could not be reached from the beginning, after `maxRetries`; later it is tried for ever.
   */
  events(options: EventsOptions = {}): AsyncGenerator<SpaceEvent, void, undefined> {
    return follow({ http: this.#http, spaceId: this.spaceId, key: this.#key }, options);
  }

  /** What of it may be seen: not the key. */
  toJSON(): { spaceId: string; participantId: string | undefined } {
    return { spaceId: this.spaceId, participantId: this.participantId };
  }
}
