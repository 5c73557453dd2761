import type { EventBody } from '@parley/core';
import type { Mint } from '../../engine/keys/keys.ts';
import type { Sink } from '../../engine/stream/follow.ts';
import type { LoggedEvent } from '../../engine/stream/logged.ts';
import type { Notice } from '../../engine/stream/notice.ts';
import {
  taskIdOf,
  type Message,
  type StatusUpdate,
  type Streamed,
  type TaskReference,
  type TaskState,
} from '../../a2a-protocol/protocol.ts';
import { dateTime } from '../../engine/present/time.ts';
import { announced, spoken, type MessageView } from './messages.ts';
import type { OpenDeliveries } from './open-deliveries.ts';

/** Encodes what a stream sends, for its binding and version. */
export type Encode = (sent: Streamed, sequence?: number) => Buffer;

const bodies = new Map<LoggedEvent, object>();

/** The body of an event, parsed once for all streams that get it in this turn, and not kept: the log counts only its text. */
function bodyOf(event: LoggedEvent): object {
  const known = bodies.get(event);
  if (known) return known;
  const body = JSON.parse(event.json) as object;
  bodies.set(event, body);
  queueMicrotask(() => bodies.delete(event));
  return body;
}

interface Telling {
  reference: TaskReference;
  open: OpenDeliveries;
  encode: Encode;
  mint: Pick<Mint, 'boundary'>;
  /** A message with the question that it asks, which only the store knows; undefined if none waits for an answer. */
  asking(view: MessageView): Promise<Message | undefined>;
}

/** Questions that are read after the events that a stream sends at once; the task shows the others. */
const mostQuestions = 100;

/** Turns the events of a space into updates of a task, for a transport that takes frames. */
export class Updates implements Sink {
  readonly #inner: Sink;
  readonly #reference: TaskReference;
  readonly #open: OpenDeliveries;
  readonly #encode: Encode;
  readonly #mint: Pick<Mint, 'boundary'>;
  readonly #asking: Telling['asking'];
  #questions: MessageView[] = [];
  #ended: TaskState | undefined;

  constructor(inner: Sink, { reference, open, encode, mint, asking }: Telling) {
    this.#inner = inner;
    this.#reference = reference;
    this.#open = open;
    this.#encode = encode;
    this.#mint = mint;
    this.#asking = asking;
  }

  get closed(): boolean {
    return this.#inner.closed;
  }

  get gone(): Promise<void> {
    return this.#inner.gone;
  }

  deliver(events: readonly LoggedEvent[]): void {
    const moves = events.filter(({ event }) => event === 'delivery').map((event) => bodyOf(event) as EventBody<'delivery'>);
    const frames = events.map((event) => this.#encode({ statusUpdate: this.#told(event, moves) }, event.sequence));
    this.#inner.deliver(events, Buffer.concat(frames));
    if (this.#open.isUnknown) void this.#look();
    if (this.#questions.length > 0) void this.#ask(this.#questions.splice(0));
  }

  notify({ event, json }: Notice): void {
    // The log is shorter than the client believes: it gets everything again.
    if (event === 'reset') this.#send({ event, ...(JSON.parse(json) as object) });
  }

  live = (): void => this.#inner.live();
  room = async (): Promise<void> => this.#inner.room();
  end = (): void => this.#inner.end();

  /** A failed read is repeated after the next event. */
  async #look(): Promise<void> {
    await this.#open.look().catch(() => undefined);
    if (!this.#open.any && !this.closed) this.#send({});
  }

  /** Sends the questions that wait for an answer, after the events of their messages: the events are not late for them. */
  async #ask(views: readonly MessageView[]): Promise<void> {
    for (const view of views) {
      if (!this.#open.has(view.id)) continue;
      const message = await this.#asking(view).catch(() => undefined);
      if (message && this.#open.has(view.id) && !this.closed) this.#send({}, message);
    }
  }

  #send(metadata: StatusUpdate['metadata'], message?: Message): void {
    const update = this.#update(dateTime(Date.now()), metadata, message);
    this.#inner.deliver([], this.#encode({ statusUpdate: update }));
  }

  #told(logged: LoggedEvent, moves: readonly EventBody<'delivery'>[]): StatusUpdate {
    const { event, sequence, at } = logged;
    const body = bodyOf(logged);
    if (event === 'message') this.#sent(body as MessageView, moves);
    if (event === 'delivery') this.#open.moved(body as EventBody<'delivery'>);
    if (event === 'space-closed') this.#ended = 'TASK_STATE_COMPLETED';
    if (event === 'participant-status') this.#left(body as EventBody<'participant-status'>);
    const message =
      event === 'message'
        ? spoken(body as MessageView, this.#reference, this.#mint)
        : announced(event, sequence, body, this.#reference);
    return this.#update(dateTime(at), { event, sequence }, message);
  }

  #sent(view: MessageView, moves: readonly EventBody<'delivery'>[]): void {
    this.#open.sent(view, moves);
    if (view.expects === 'answer' && this.#questions.length < mostQuestions) this.#questions.push(view);
  }

  #left({ participant, status }: EventBody<'participant-status'>): void {
    if (participant.participantId !== this.#reference.participantId) return;
    if (status === 'left') this.#ended = 'TASK_STATE_COMPLETED';
    if (status === 'kicked') this.#ended = 'TASK_STATE_CANCELED';
  }

  #update(timestamp: string, metadata: StatusUpdate['metadata'], message?: Message): StatusUpdate {
    const state = this.#ended ?? (this.#open.any ? 'TASK_STATE_INPUT_REQUIRED' : 'TASK_STATE_WORKING');
    return {
      taskId: taskIdOf(this.#reference),
      contextId: this.#reference.spaceId,
      status: { state, ...(message && { message }), timestamp },
      metadata,
    };
  }
}
