import { answerOf, mapped, type Answer, type Exchange } from './answer.ts';
import { assertArguments, assertOperation, assertOptions, callOptions, dateTimeOf } from './arguments.ts';
import { attributed } from './attributed.ts';
import { InvalidRequestError } from './errors.ts';
import { assertEventsOptions, follow, type EventsOptions } from './events.ts';
import { operations, type OperationName, type Operations } from './generated/operations.ts';
import { uuid, type Http } from './http.ts';
import { SpaceKey } from './key.ts';
import { idsOf } from './naming.ts';
import {
  lookupOptions,
  type CallOptions,
  type DirectOptions,
  type MessagesOptions,
  type PastEventsOptions,
  type RotateKeyOptions,
  type SendOptions,
} from './options.ts';
import { recent } from './past.ts';
import type { EventList, LoggedEvent, Message, MessageList, MessageView, SendMessageResult, SpaceEvent } from './types.ts';

/** What you need to open a space again. */
export interface SpaceKeys {
  spaceId: string;
  /** Your key: 64 hex characters. */
  key: string;
  /** Your participant id there, if you know it. */
  participantId?: string | undefined;
}

/** The operations of one space. */
export type SpaceOperation = {
  [Name in OperationName]: Operations[Name]['input'] extends { spaceId: string } ? Name : never;
}[OperationName];

/**
 * One space and your key to it, with what a page needs to show a conversation: messages, events, and every operation by its name.
 * {@link Space} is the same with a method for everything.
 * @see docs/sdk.md#small-pages
 */
export class CompactSpace {
  readonly spaceId: string;
  /** Your participant id. If it was not given, it is undefined until you follow the events of the space. */
  participantId: string | undefined;
  readonly #http: Http;
  readonly #key: SpaceKey;

  /** @internal */
  constructor(http: Http, { spaceId, key, participantId }: SpaceKeys) {
    this.spaceId = spaceId;
    this.participantId = participantId;
    this.#http = http;
    this.#key = new SpaceKey(key);
  }

  /** Your key. Store it to return to the space later. Anyone who has it can act as you. */
  get key(): string {
    return this.#key.present;
  }

  /** @internal */
  get http(): Http {
    return this.#http;
  }

  /**
   * Calls any operation of this space by its name.
   * @see docs/sdk.md#reference
   */
  call<Name extends SpaceOperation>(
    name: Name,
    input: Omit<Operations[Name]['input'], 'spaceId'>,
    options?: DirectOptions,
  ): Answer<Operations[Name]['output']> {
    const calling = async () => {
      assertOperation(name, operations);
      const work = (key: string) => this.#http.call(name, { ...input, spaceId: this.spaceId }, key, options).withResponse();
      return operations[name][0] === 'GET' ? this.#key.read(work) : this.#key.write(work);
    };
    return answerOf(calling());
  }

  /**
   * Replaces your key, for example because somebody else may have it. The former key stops working immediately; calls and streams of this
   * object continue with the new one. You stay the same participant.
   * @param options - `store` gets the new key. Nothing uses the key before `store` has finished; it must not use this space.
   * @throws {KeyError} when the key was replaced elsewhere, or you left or were kicked.
   * @throws whatever `store` throws. Then, or when the answer was lost, call it again: it continues with the same key.
   * @see docs/sdk.md#replace-a-leaked-key
   */
  async rotateKey({ store, idempotencyKey, ...options }: RotateKeyOptions): Promise<void> {
    assertArguments({ ...callOptions, store: 'function' }, { ...options, store, idempotencyKey });
    await this.#key.replace({
      ask: async (key, once) => {
        const asking = this.#http.call('rotateKey', { spaceId: this.spaceId }, key, { ...options, idempotencyKey: once });
        return (await asking).privateKey;
      },
      store,
      idempotencyKey: () => idempotencyKey ?? uuid(),
    });
  }

  /**
   * Sends a message. Everyone in the space can read it; `to` says who is meant.
   * @param content - At most 64 KiB of UTF-8. An image is an https URL, or a data URI of at most 1 MiB: see {@link imageFrom}.
   * @param options - `type` is `text` by default.
   * @returns With `to`, `deliveries` contains one for each addressee, in the order of `to`.
   * @throws {ForbiddenError} when you are muted.
   * @throws {BudgetSpentError} when the agent budget, or your fair share of it, is used up.
   * @throws {ConflictError} when the space is closed, several participants have a name in `to`, or what it `replaces` cannot be corrected
   * (`not_replaceable`).
   * @throws {NotFoundError} when nobody has a name in `to`.
   * @throws {InvalidRequestError} when the content is empty or too long, or an addressee is not in the space.
   * @see docs/sdk.md#messages
   */
  send(
    content: string,
    { type, to, expects, replyTo, attachments, replaces, ...options }: SendOptions = {},
  ): Answer<SendMessageResult> {
    const sending = async () => {
      assertArguments({ content: 'string', to: 'names?' }, { content, to });
      const wanted = to === undefined ? undefined : [to].flat();
      const looking = { ...lookupOptions(options), untilTimeout: true };
      const ids = wanted && (await idsOf(wanted, () => this.call('getSpace', {}, looking)));
      try {
        const input = { content, type, to: ids, expects, replyTo, attachments, replaces };
        return await this.call('sendMessage', input, { ...options, untilTimeout: true }).withResponse();
      } catch (error) {
        throw wanted ? asWritten(error, wanted) : error;
      }
    };
    return answerOf(sending());
  }

  /**
   * One page of messages, oldest first.
   * @throws {KeyError} when your key no longer works.
   * @see docs/sdk.md#messages
   */
  messages(options: MessagesOptions = {}): Answer<MessageList> {
    return answerOf(this.#page(options));
  }

  async #page(options: MessagesOptions & DirectOptions): Promise<Exchange<MessageList>> {
    const own = { after: 'any?', since: 'instant?', limit: 'any?', waitMs: 'longPoll?', minimal: 'boolean?' } as const;
    assertOptions({ ...callOptions, ...own }, options);
    const { after, since, limit, waitMs = 0, timeoutMs = this.#http.timeoutMs, ...rest } = options;
    const input = {
      after,
      limit,
      timestamp: after === undefined ? dateTimeOf(since) : undefined,
      wait: waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined,
    };
    const patient = { ...rest, timeoutMs: timeoutMs + waitMs };
    const { data, response } = await this.call('listMessages', input, patient).withResponse();
    return { data: { ...data, messages: data.messages.map((view) => attributed(this, view)) }, response };
  }

  /**
   * The latest messages, oldest first, however many there are before them.
   * @param count - How many, at most.
   * @throws {KeyError} when your key no longer works.
   * @see docs/sdk.md#messages
   */
  async recent(count: number, options: CallOptions = {}): Promise<Message[]> {
    assertArguments({ count: 'count' }, { count });
    assertOptions(callOptions, options);
    return recent(this, count, options);
  }

  /**
   * What happened, of any kind, as far as you can see it: the newest page before `before`. To go back, pass `cursor` as `before`; with `after`
   * alone, the oldest page after it comes first, and `cursor` is the next `after`.
   * @throws {KeyError} when your key no longer works.
   * @see docs/sdk.md#past-events
   */
  pastEvents({ before, after, limit, kinds, ...options }: PastEventsOptions = {}): Answer<EventList> {
    const asking = async () => {
      assertArguments({ kinds: 'names?' }, { kinds });
      const input = { before, after, limit, kinds: kinds && [kinds].flat().join(',') };
      return this.call('listEvents', input, options).withResponse();
    };
    return mapped(answerOf(asking()), (page) => ({
      ...page,
      events: page.events.map(({ event: type, at, data }) => ({
        ...{ type, at, id: data.sequence },
        data: type === 'message' ? attributed(this, data as MessageView) : data,
      })) as LoggedEvent[],
    }));
  }

  /** All messages so far, oldest first. Reads them page by page. */
  async *history({ limit, ...options }: MessagesOptions = {}): AsyncGenerator<Message, void, undefined> {
    let place = options;
    for (let more = true; more;) {
      const { messages, hasMore } = (await this.#page({ ...place, limit, minimal: true })).data;
      yield* messages;
      const last = messages.at(-1);
      if (last) place = { ...options, after: last.sequence };
      more = hasMore;
    }
  }

  /**
   * Follows the space: `for await (const { type, id, data } of space.events())`. Yields every event once and in order, across lost
   * connections and restarts of the service. Ends when the space ends.
   * @param options - To continue in another process, store the `id` of the last event you processed and pass it as `after`.
   * @throws {KeyError} when you left or were kicked.
   * @throws {NetworkError} when the first connection failed, after `maxRetries`. Later the client reconnects until it succeeds.
   * @see docs/sdk.md#events
   */
  events(options: EventsOptions = {}): AsyncGenerator<SpaceEvent, void, undefined> {
    assertEventsOptions(options);
    return this.#follow(options);
  }

  async *#follow(options: EventsOptions): AsyncGenerator<SpaceEvent, void, undefined> {
    for await (const event of follow({ http: this.#http, spaceId: this.spaceId, key: this.#key }, options)) {
      if (event.type === 'ready') this.participantId ??= event.data.participantId;
      yield event.type === 'message' ? { ...event, data: attributed(this, event.data) } : event;
    }
  }

  /** Without the key. */
  toJSON(): { spaceId: string; participantId: string | undefined } {
    return { spaceId: this.spaceId, participantId: this.participantId };
  }
}

/** A refusal that names each addressee as the caller wrote it, not by its place in the list. */
function asWritten(error: unknown, to: readonly string[]): unknown {
  if (!(error instanceof InvalidRequestError)) return error;
  const wrong = error.issues.filter(({ field }) => field.startsWith('to.'));
  const said = wrong.map(({ field, message }) => `"${to[+field.slice(3)]}" ${message}`).join('; ');
  return said ? new InvalidRequestError(said, error) : error;
}
