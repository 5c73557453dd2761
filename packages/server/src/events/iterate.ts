import { tracked, type TrackedEnvelope } from '@trpc/server';
import type { EventBody, EventName } from '@parley/core';
import { Json } from '../present/json.ts';
import { follow, unsentWhileLive, type Following, type Sink, type Source } from './follow.ts';

/** An event of a space as a tRPC subscription yields it. */
export type FollowedEvent = { [Name in EventName]: { event: Name; data: EventBody<Name> } }[EventName];
type Yielded = TrackedEnvelope<FollowedEvent>;

/** The connection that a subscription writes to. */
export interface Wire {
  /** Resolves when the yielded events are sent and there is room for more, or the reader is gone. */
  drained(): Promise<void>;
  /** Resolves when it is this reader's turn to receive something large, because encoding it delays everyone. */
  turn(characters: number): Promise<void>;
  /** Breaks the connection, so that the client resumes; it would not after a regular end. */
  cut(): void;
}

interface Reader {
  signal: AbortSignal | undefined;
  wire: Wire | undefined;
}

const largeCharacters = 128 * 1024;

/** The id of events that precede everything in the log. */
const start = 'start';

/** A client that resumes from the start repeats its first request. */
export function fromTheStart(sent: unknown): unknown {
  const { lastEventId, ...rest } = (sent ?? {}) as { lastEventId?: unknown };
  return lastEventId === start ? rest : sent;
}

/** `follow` as an async iterator. Every event carries the id to resume from. */
export async function* iterate(following: Following, source: Source, { signal, wire }: Reader): AsyncGenerator<Yielded> {
  const queue = new Queue(following.from, wire);
  const leave = () => queue.end();
  signal?.addEventListener('abort', leave, { once: true });
  if (signal?.aborted) leave();
  const done = follow(following, () => queue, source);
  done.catch(leave);
  try {
    for (let event = await queue.next(); event; event = await queue.next()) yield event;
  } finally {
    queue.end();
    signal?.removeEventListener('abort', leave);
  }
  await done;
  if (source.feed.closed) wire?.cut();
}

/** Queues events as JSON text: parsed they would be several times larger, and all followers of a space share the text. */
class Queue implements Sink {
  readonly gone: Promise<void>;
  closed = false;
  readonly #wire: Wire | undefined;
  readonly #waiting: { id: string; event: EventName; json: string }[] = [];
  #size = 0;
  #live = false;
  /** The sequence up to which the log was delivered; unknown while the past is read from an instant. */
  #delivered: number | undefined;
  #head = 0;
  #wake = () => {};
  #roomy = () => {};
  #leave = () => {};

  constructor(from: Following['from'], wire: Wire | undefined) {
    this.#wire = wire;
    if (from && 'after' in from) this.#delivered = from.after;
    this.gone = new Promise((resolve) => (this.#leave = resolve));
  }

  deliver: Sink['deliver'] = (events) => {
    for (const { sequence, event, json } of events) {
      this.#delivered = sequence;
      this.#push(event, json);
    }
  };

  notify: Sink['notify'] = ({ event, json }) => {
    if (event === 'ready') this.#head = (JSON.parse(json) as EventBody<'ready'>).sequence;
    if (event === 'reset') this.#delivered = 0;
    // It follows the replay of everything up to the opening of the stream, even if none of it was for this reader.
    if (event === 'context') this.#delivered = Math.max(this.#delivered ?? 0, this.#head);
    this.#push(event, json);
  };

  live(): void {
    this.#live = true;
  }

  /** There is room once the reader has taken everything. */
  async room(): Promise<void> {
    if (this.#waiting.length > 0 && !this.closed) await new Promise<void>((resolve) => (this.#roomy = resolve));
  }

  end(): void {
    this.closed = true;
    this.#wake();
    this.#roomy();
    this.#leave();
  }

  async next(): Promise<Yielded | undefined> {
    await this.#wire?.drained();
    if (this.#waiting.length === 0) this.#roomy();
    if (this.#waiting.length === 0 && !this.closed) await new Promise<void>((resolve) => (this.#wake = resolve));
    const next = this.#waiting.shift();
    if (!next) return undefined;
    this.#size -= next.json.length;
    if (next.json.length > largeCharacters) await this.#wire?.turn(next.json.length);
    return tracked(next.id, { event: next.event, data: new Json(next.json) } as unknown as FollowedEvent);
  }

  #push(event: EventName, json: string): void {
    if (this.closed) return;
    // A single large event does not cut a reader that has read everything before it.
    if (this.#live && this.#size > unsentWhileLive) return this.#cut();
    this.#waiting.push({ id: this.#delivered === undefined ? start : String(this.#delivered), event, json });
    this.#size += json.length;
    this.#wake();
  }

  #cut(): void {
    this.#waiting.length = 0;
    this.#wire?.cut();
    this.end();
  }
}
