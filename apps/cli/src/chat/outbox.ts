import type { Space } from '@parley/sdk';
import { randomUUID } from 'node:crypto';

/** A service that restarts is back within this many tries. */
const maxRetries = 7;

/** Sends messages one after the other, in the order in which they were written. */
export class Outbox {
  readonly #space: Space;
  readonly #signal: AbortSignal;
  #last: Promise<boolean> = Promise.resolve(true);
  #failed: { text: string; idempotencyKey: string } | undefined;

  constructor(space: Space, signal: AbortSignal) {
    this.#space = space;
    this.#signal = signal;
  }

  /** Resolves when all that was written is sent: whether the last of it was. */
  get settled(): Promise<boolean> {
    return this.#last;
  }

  send(text: string): Promise<void> {
    const sent = this.#last.then(() => this.#send(text));
    this.#last = sent.then(
      () => true,
      () => false,
    );
    return sent;
  }

  /** A text that is tried again after a failure may have arrived the first time: it keeps its key and is stored once. */
  async #send(text: string): Promise<void> {
    const attempt = this.#failed?.text === text ? this.#failed : { text, idempotencyKey: randomUUID() };
    this.#failed = attempt;
    await this.#space.send(text, { idempotencyKey: attempt.idempotencyKey, maxRetries, signal: this.#signal });
    this.#failed = undefined;
  }
}
