import { setTimeout as pause } from 'node:timers/promises';
import { KeyError, type Delivery, type EventData, type Space, type SpaceEvent } from '@parley/sdk';
import { LockError, type Adapter, type ChatInstance, type Logger, type StateAdapter } from 'chat';
import type { Cards } from './cards.ts';
import { messageOf } from './message.ts';
import { encoded } from './place.ts';
import type { Threads } from './threads.ts';

/** What is followed, and who is told. */
export interface Followed {
  adapter: Adapter;
  chat: ChatInstance;
  logger: Logger;
  space: Space;
  threads: Threads;
  cards: Cards;
  /** Only the adapter has the key of the bot: all decisions that it opened are those of cards. */
  isOnlyCards: boolean;
}

/** What the Chat SDK is told one after the other in a line, and `what` is unique of it. */
interface Told {
  line: string;
  what: string;
  tell(): Promise<void>;
}

/** How many messages are worked on, or wait for their turn, at a time. */
const atOnce = 32;
const retryMs = 1_000;
/** How long processes that overlap know what another one has handled. */
const handledMs = 3_600_000;
/** How long handlers can go on once the adapter is stopped. */
const graceMs = 10_000;

/**
 * Tells the Chat SDK what happens in a space. What is directed to the bot comes as deliveries, so that each is worked on until it has an outcome. All
 * else comes from the stream, and the state has the position up to which it was handled.
 */
export class Following {
  readonly #to: Followed;
  readonly #state: StateAdapter;
  readonly #stop = new AbortController();
  /** What is worked on now, by thread. */
  readonly #held = new Map<string, Delivery>();
  /** The last in each line; a line is a thread, or what was pressed in a card. */
  readonly #turns = new Map<string, Promise<void>>();
  #ended: Promise<unknown> | undefined;

  constructor(to: Followed) {
    this.#to = to;
    this.#state = to.chat.getState();
  }

  /** Resolves when nothing is missed any more. */
  async begin(): Promise<void> {
    await this.#position();
    this.#ended = Promise.all([this.#keep(() => this.#work()), this.#keep(() => this.#follow()), this.#tidy()]);
  }

  /** What a post in a thread answers. */
  answered(threadId: string): Delivery | undefined {
    return this.#held.get(threadId);
  }

  /** What waits for its turn is not begun any more: its delivery is released, or its place in the stream kept. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.race([this.#ended, pause(graceMs, undefined, { ref: false })]);
  }

  /** Until the space or the key ends, or the adapter is stopped. What else fails, for example the state, is tried again. */
  async #keep(loop: () => Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    const { logger } = this.#to;
    while (!signal.aborted) {
      try {
        await loop();
        if (signal.aborted) return;
        logger.info('The Parley space has ended');
        this.#stop.abort();
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof KeyError) {
          logger.error(`The bot is no longer in the Parley space: ${reason}`);
          this.#stop.abort();
        } else {
          logger.error(`The Parley space cannot be followed, which is tried again: ${reason}`);
          await pause(retryMs, undefined, { signal }).catch(() => {});
        }
      }
    }
  }

  /** If it fails, the next start does it. */
  async #tidy(): Promise<void> {
    const { cards, isOnlyCards } = this.#to;
    if (isOnlyCards) await cards.withdrawUnposted(this.#stop.signal).catch(() => {});
  }

  #work(): Promise<void> {
    // The Chat SDK has logged the error of the handler.
    const onError = () => {};
    return this.#to.space.work((delivery) => this.#deliver(delivery), {
      concurrency: atOnce,
      signal: this.#stop.signal,
      onError,
    });
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { message } = delivery;
    // Somebody answered the bot: the answer is in the stream.
    if (!this.#isDirected(message) || isEndOfDecision(message)) return;
    const threadId = await this.#to.threads.of(message, () => delivery.thread());
    await this.#inTurn(threadId, async () => {
      this.#stop.signal.throwIfAborted();
      this.#held.set(threadId, delivery);
      try {
        await this.#process(threadId, message, delivery.signal);
      } finally {
        this.#held.delete(threadId);
      }
    });
  }

  #isDirected({ to }: Pick<Delivery['message'], 'to'>): boolean {
    return to?.includes(this.#to.space.participantId!) ?? false;
  }

  get #place(): string {
    const { space } = this.#to;
    return `${encoded(space)}:${space.participantId}:position`;
  }

  /** Up to where the stream was handled; at the first start, that is where it ends now. */
  async #position(): Promise<number> {
    const known = await this.#state.get<number>(this.#place);
    if (known !== null) return known;
    const { events } = await this.#to.space.pastEvents({ limit: 1 });
    const end = events.at(-1)?.id ?? 0;
    await this.#state.set(this.#place, end);
    return end;
  }

  async #follow(): Promise<void> {
    const { space } = this.#to;
    const failed = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, failed.signal]);
    let last = await this.#position();
    let passed = last;
    /** By sequence, in its order: the position is before the first of them. */
    const running = new Map<number, Promise<void>>();
    const save = async () => {
      const [first] = running.keys();
      await this.#state.set(this.#place, first === undefined ? last : first - 1);
    };
    for await (const event of space.events({ after: last, signal })) {
      if (event.type === 'reset') {
        // An older backup was restored: what it has was handled, and its numbers come again.
        passed = last = event.data.head;
        await save();
      }
      const { id } = event;
      if (id === undefined || id <= passed) continue;
      last = id;
      const told = await this.#told(event);
      if (!told) continue;
      const { line, what, tell } = told;
      const turn = this.#inTurn(line, async () => {
        if (signal.aborted) return;
        // Another process with the same state follows too, for example while one replaces the other.
        const isFirst = await this.#state.setIfNotExists(`${encoded(space)}:${space.participantId}:${what}`, true, handledMs);
        // The Chat SDK has logged the error of the handler.
        if (isFirst) await tell().catch(() => {});
        running.delete(id);
        await save();
      }).catch((error: unknown) => failed.abort(error));
      running.set(id, turn);
      if (running.size >= atOnce) await Promise.race(running.values());
    }
    await Promise.all(running.values());
    failed.signal.throwIfAborted();
  }

  /** What the Chat SDK is told of an event; undefined if it is none of its business. */
  async #told(event: SpaceEvent): Promise<Told | undefined> {
    const { adapter, chat, space, threads } = this.#to;
    if (event.type === 'message-redacted') {
      const { messageId, redacted } = event.data;
      const threadId = await threads.at(messageId);
      const deleted = {
        adapter,
        threadId,
        messageId,
        channelId: encoded(space),
        deletedAt: new Date(redacted.at),
        raw: event.data,
      };
      return { line: threadId, what: `${messageId}:redacted`, tell: () => chat.processMessageDeleted(deleted) };
    }
    if (event.type === 'decision') return this.#pressed(event.data);
    if (event.type !== 'message') return undefined;
    const { data } = event;
    const threadId = await threads.of(data);
    if (data.isMine || data.redacted || this.#isDirected(data)) return undefined;
    const tell =
      data.replaces === undefined
        ? () => this.#process(threadId, data, this.#stop.signal)
        : () => chat.processMessageUpdated({ adapter, threadId, message: messageOf(data, threadId, space) });
    return { line: threadId, what: data.id, tell };
  }

  /** Not in the line of the thread, because a handler can wait there for the button. */
  async #pressed(data: EventData['decision']): Promise<Told | undefined> {
    const { adapter, chat, cards } = this.#to;
    const pressed = await cards.pressed(data);
    if (!pressed) return undefined;
    const what = `${data.decisionId}:${data.sequence}`;
    const tell = async () => {
      const user = await adapter.getUser?.(data.actorId);
      if (user) await chat.processAction({ adapter, ...pressed, user: { ...user, isMe: false }, raw: data }, undefined);
    };
    return { line: what, what, tell };
  }

  /** Resolves when the handlers have finished. */
  async #process(threadId: string, message: Delivery['message'], signal: AbortSignal): Promise<void> {
    const { adapter, chat, space } = this.#to;
    for (;;) {
      try {
        // Who comes again was released, and must not be taken for a duplicate.
        return await chat.processMessage(adapter, threadId, messageOf(message, threadId, space), { deduplicate: false });
      } catch (error) {
        // Another process works in the thread, or was killed there.
        if (!(error instanceof LockError)) throw error;
        await pause(1_000, undefined, { signal });
      }
    }
  }

  /** One after the other, because the Chat SDK would drop what comes in a thread while a handler runs. */
  async #inTurn(line: string, work: () => Promise<void>): Promise<void> {
    const before = this.#turns.get(line);
    const turn = (async () => {
      await before?.catch(() => {});
      await work();
    })();
    this.#turns.set(line, turn);
    try {
      await turn;
    } finally {
      if (this.#turns.get(line) === turn) this.#turns.delete(line);
    }
  }
}

/** Of what the bot has asked: the answers are in the stream. */
const isEndOfDecision = ({ decisionId, expects }: Delivery['message']): boolean =>
  decisionId !== undefined && expects === 'nothing';
