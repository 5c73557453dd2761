import { ServiceError } from '@parley/core';
import { Tally, type HeldCount } from '../../engine/limits/tally.ts';

/** Answers occupy memory until their readers have taken them, so the total in flight is bounded. */
const mostHeld = { perAddress: 32 * 1024 * 1024, inAll: 128 * 1024 * 1024 };
const retryAfter = 1;

/** Bounds the bytes of answers in flight. */
export class AnswerBudget {
  readonly #refused: () => void;
  readonly #byAddress: HeldCount;

  constructor(refused: () => void = () => {}, byAddress: HeldCount = new Tally()) {
    this.#refused = refused;
    this.#byAddress = byAddress;
  }

  /** How many bytes are in flight now. */
  get held(): number {
    return this.#byAddress.total;
  }

  /** Throws 503 if the address, or the server, would have too much in flight. */
  assertRoom(address: string, bytes: number): void {
    if (this.#byAddress.of(address) + bytes <= mostHeld.perAddress && this.held + bytes <= mostHeld.inAll) return;
    this.#refused();
    throw new ServiceError('overloaded', 'Too many large responses are still being sent; read them, then try again', {
      retryAfter,
    });
  }

  add(address: string, bytes: number): void {
    this.#byAddress.add(address, bytes);
  }
}
