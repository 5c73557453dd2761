import { space } from '@parley/core';

/**
 * Counts what a turn adds to what its space stores. The decisions of the turn are right while the space stores from `least` to
 * `most` bytes before it; the fence asks for that, so it does no harm that `known` may be an old count.
 */
export class Room {
  readonly #known: number;
  readonly #limit: number;
  bytes = 0;
  least = 0;
  most = Number.MAX_SAFE_INTEGER;

  constructor(known: number, limit: number) {
    this.#known = known;
    this.#limit = limit;
  }

  take(bytes: number): void {
    this.bytes += bytes;
  }

  /** Throws when there is no room, `reserve` included; what makes the space smaller always has some. */
  claim(bytes: number, reserve = 0): void {
    if (bytes > 0) {
      const left = this.#limit + reserve - this.bytes - bytes;
      if (this.#known > left) {
        this.least = Math.max(this.least, left + 1);
        throw space.full(this.#known + this.bytes + bytes, this.#limit);
      }
      this.most = Math.min(this.most, left);
    }
    this.take(bytes);
  }
}
