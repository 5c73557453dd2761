import { space } from '@parley/core';

/**
 * Counts the bytes that a batch adds to its space. The decisions of the batch are valid if the space stored between `least` and
 * `most` bytes before it. The fence checks that, so `known` can be out of date.
 */
export class StorageQuota {
  readonly #known: number;
  readonly #limit: number;
  bytes = 0;
  least = 0;
  most = Number.MAX_SAFE_INTEGER;

  constructor(known: number, limit: number) {
    this.#known = known;
    this.#limit = limit;
  }

  get left(): number {
    return this.#limit - this.#known - this.bytes;
  }

  take(bytes: number): void {
    this.bytes += bytes;
  }

  /** Throws if there is no room, `reserve` included; a change that makes the space smaller always has room. */
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
