import { tracked, type TrackedEnvelope } from '@trpc/server';
import type { EventBody, EventName } from '@parley/core';
import { follow, type Following, type Sink, type Source } from './follow.ts';

/** An event of a space as a tRPC subscription yields it. */
export type FollowedEvent = { [Name in EventName]: { event: Name; data: EventBody<Name> } }[EventName];
type Yielded = FollowedEvent | TrackedEnvelope<FollowedEvent>;

const charactersWaiting = 1024 * 1024;

/** The same stream for whoever pulls: events of the log are tracked by their sequence, so that a client resumes by it. */
export async function* iterate(following: Following, source: Source, signal: AbortSignal | undefined): AsyncGenerator<Yielded> {
  const queue = new Queue();
  signal?.addEventListener('abort', () => queue.end(), { once: true });
  const done = follow(following, () => queue, source);
  done.catch(() => queue.end());
  try {
    for (let event = await queue.next(); event; event = await queue.next()) yield event;
  } finally {
    queue.end();
  }
  await done;
}

class Queue implements Sink {
  readonly gone: Promise<void>;
  closed = false;
  readonly #waiting: { event: Yielded; size: number }[] = [];
  #size = 0;
  #live = false;
  #wake = () => {};
  #roomy = () => {};
  #leave = () => {};

  constructor() {
    this.gone = new Promise((resolve) => (this.#leave = resolve));
  }

  deliver: Sink['deliver'] = (events) => {
    for (const { sequence, event, json } of events) {
      this.#push(tracked(String(sequence), { event, data: JSON.parse(json) }), json.length);
    }
  };

  notify: Sink['notify'] = ({ event, json }) => this.#push({ event, data: JSON.parse(json) }, json.length);

  live(): void {
    this.#live = true;
  }

  async room(): Promise<void> {
    if (this.#size > charactersWaiting && !this.closed) await new Promise<void>((resolve) => (this.#roomy = resolve));
  }

  end(): void {
    this.closed = true;
    this.#wake();
    this.#roomy();
    this.#leave();
  }

  async next(): Promise<Yielded | undefined> {
    if (this.#waiting.length === 0 && !this.closed) await new Promise<void>((resolve) => (this.#wake = resolve));
    const next = this.#waiting.shift();
    this.#size -= next?.size ?? 0;
    if (this.#size <= charactersWaiting) this.#roomy();
    return next?.event;
  }

  #push(event: Yielded, size: number): void {
    if (this.closed) return;
    // One that is large does not cut whoever has read all before it.
    if (this.#live && this.#size > charactersWaiting) return this.end();
    this.#waiting.push({ event, size });
    this.#size += size;
    this.#wake();
  }
}
