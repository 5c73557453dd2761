import { tracked, type TrackedEnvelope } from '@trpc/server';
import type { EventBody, EventName } from '@parley/core';
import { Json } from '../present/json.ts';
import { follow, unsentWhileLive, type Following, type Sink, type Source } from './follow.ts';

/** An event of a space as a tRPC subscription yields it. */
export type FollowedEvent = { [Name in EventName]: { event: Name; data: EventBody<Name> } }[EventName];
type Yielded = TrackedEnvelope<FollowedEvent>;

/** What a subscription is written to. */
export interface Wire {
  /** Resolves when what was yielded is on its way, and there is room for more or nobody is there to read it. */
  drained(): Promise<void>;
  /** Resolves when it is this reader's turn to be told something large, which takes the time of all. */
  turn(characters: number): Promise<void>;
  /** Breaks the connection, which makes a client resume; an end in good order would not. */
  cut(): void;
}

interface Reader {
  signal: AbortSignal | undefined;
  wire: Wire | undefined;
}

const largeCharacters = 128 * 1024;

/** The id of what is told before anything of the log. */
const start = 'start';

/** A client that resumes from the start asks for what it asked at first. */
export function fromTheStart(sent: unknown): unknown {
  const { lastEventId, ...rest } = (sent ?? {}) as { lastEventId?: unknown };
  return lastEventId === start ? rest : sent;
}

/** The same stream for whoever pulls. Every event carries the id to resume from. */
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

/** What waits is JSON: parsed it would be several times as large, and the same text serves all who follow the space. */
class Queue implements Sink {
  readonly gone: Promise<void>;
  closed = false;
  readonly #wire: Wire | undefined;
  readonly #waiting: { id: string; event: EventName; json: string }[] = [];
  #size = 0;
  #live = false;
  /** Up to where the log was told; nothing is known as long as the past is read from an instant. */
  #told: number | undefined;
  #head = 0;
  #wake = () => {};
  #roomy = () => {};
  #leave = () => {};

  constructor(from: Following['from'], wire: Wire | undefined) {
    this.#wire = wire;
    if (from && 'after' in from) this.#told = from.after;
    this.gone = new Promise((resolve) => (this.#leave = resolve));
  }

  deliver: Sink['deliver'] = (events) => {
    for (const { sequence, event, json } of events) {
      this.#told = sequence;
      this.#push(event, json);
    }
  };

  notify: Sink['notify'] = ({ event, json }) => {
    if (event === 'ready') this.#head = (JSON.parse(json) as EventBody<'ready'>).sequence;
    if (event === 'reset') this.#told = 0;
    // It comes when all was told that there was when the stream was opened, even if none of it was for this reader.
    if (event === 'context') this.#told = Math.max(this.#told ?? 0, this.#head);
    this.#push(event, json);
  };

  live(): void {
    this.#live = true;
  }

  /** There is room when everything was taken. */
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
    // One that is large does not cut whoever has read all before it.
    if (this.#live && this.#size > unsentWhileLive) return this.#cut();
    this.#waiting.push({ id: this.#told === undefined ? start : String(this.#told), event, json });
    this.#size += json.length;
    this.#wake();
  }

  #cut(): void {
    this.#waiting.length = 0;
    this.#wire?.cut();
    this.end();
  }
}
