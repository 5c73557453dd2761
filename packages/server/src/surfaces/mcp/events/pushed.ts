import { occurrenceOf, ServiceError, statusOf, type Viewer } from '@parley/core';
import { eventsError, type EventSubscription } from '@parley/mcp';
import type { Sink } from '../../../engine/stream/follow.ts';
import { retryLine, type Notice } from '../../../engine/stream/notice.ts';
import { frameOf } from '../answer.ts';

interface Pushing {
  /** Of the request that the stream answers. */
  id: unknown;
  subscription: EventSubscription;
  viewer: Pick<Viewer, 'participantId'>;
  start: { head: number; after: number; truncated: boolean };
  /** Rejects once the user token that opened the stream is revoked. Absent if a key opened it. */
  token?: (() => Promise<unknown>) | undefined;
}

/** Writes what a subscriber is told of a space as notifications. */
export class PushedEvents implements Sink {
  readonly #inner: Sink;
  readonly #pushing: Pushing;
  /** Up to which sequence everything was told. */
  #cursor: number;
  #isOver = false;

  constructor(inner: Sink, pushing: Pushing) {
    this.#inner = inner;
    this.#pushing = pushing;
    const { after, truncated } = pushing.start;
    this.#cursor = after;
    // The first chunk begins with an event.
    inner.deliver([], Buffer.from(retryLine()));
    this.#tell('active', { cursor: this.cursor, truncated });
  }

  get closed(): boolean {
    return this.#inner.closed;
  }

  get gone(): Promise<void> {
    return this.#inner.gone;
  }

  get cursor(): string {
    return String(this.#cursor);
  }

  deliver: Sink['deliver'] = (events) => {
    const { subscription, viewer } = this.#pushing;
    for (const event of events) {
      this.#cursor = event.sequence;
      const occurrence = occurrenceOf(subscription, viewer, event);
      if (occurrence) this.#tell('event', { ...occurrence, cursor: this.cursor });
    }
  };

  notify({ event }: Notice): void {
    // It follows everything up to the opening of the stream, even if none of it was for this reader.
    if (event === 'context') this.#cursor = Math.max(this.#cursor, this.#pushing.start.head);
    if (event !== 'reset') return;
    this.#cursor = 0;
    this.#tell('active', { cursor: this.cursor, truncated: true });
  }

  live = (): void => this.#inner.live();
  room = async (): Promise<void> => this.#inner.room();

  /** What is sent while nothing happens: the cursor moves past what was not for this reader. */
  heartbeat(): Buffer {
    this.#pushing.token?.().catch((error: unknown) => {
      if (!(error instanceof ServiceError) || statusOf(error) >= 500) return;
      this.complete();
      this.end();
    });
    return this.#frame('heartbeat', { cursor: this.cursor });
  }

  complete(): void {
    this.#isOver = true;
  }

  /** Without the result, a client takes the end for a broken connection; it resumes in any case. */
  end(): void {
    if (this.closed) return;
    if (this.#isOver) {
      const { code, message } = eventsError('forbidden', 'The key no longer works, or the space has ended', {});
      this.#tell('terminated', { error: { code, message } });
    }
    const { id } = this.#pushing;
    this.#inner.deliver([], frameOf(JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: {} } })));
    this.#inner.end();
  }

  #tell(what: string, params: object): void {
    if (!this.closed) this.#inner.deliver([], this.#frame(what, params));
  }

  #frame(what: string, params: object): Buffer {
    const _meta = { 'io.modelcontextprotocol/subscriptionId': this.#pushing.id };
    return frameOf(JSON.stringify({ jsonrpc: '2.0', method: `notifications/events/${what}`, params: { ...params, _meta } }));
  }
}
