import type { Space } from '@parley/sdk';
import type { HistoryDirection } from './entry.ts';

/** About a minute, in which a service restarts on a busy machine too. */
const maxRetries = 12;

/** Sends messages one after the other, in the order in which they were written. */
export class Outbox {
  readonly #space: Space;
  readonly #signal: AbortSignal;
  #last: Promise<unknown> = Promise.resolve();

  constructor(space: Space, signal: AbortSignal) {
    this.#space = space;
    this.#signal = signal;
  }

  /** Resolves when everything written so far was sent or has failed. */
  get settled(): Promise<unknown> {
    return this.#last;
  }

  /** Returns the id of the message. A failed message may have arrived: sent again under its key, it is stored once. */
  send(text: string, idempotencyKey: string, { to, replyTo }: HistoryDirection = {}): Promise<string> {
    const direction = { ...(to && { to: to.map(({ id }) => id) }), ...(replyTo !== undefined && { replyTo }) };
    const options = { ...direction, idempotencyKey, maxRetries, signal: this.#signal };
    const sent = this.#last.then(async () => (await this.#space.send(text, options)).messageId);
    this.#last = sent.catch(() => {});
    return sent;
  }
}
