import { ServiceError } from '@parley/core';

/** Whoever holds a stream or a waiting poll. */
export interface Sitter {
  readonly keyHash: string;
  readonly address: string;
}

interface SeatsOptions {
  perCredential: number;
  perAddress: number;
  inAll: number;
}

/** What an honest caller should wait before it asks for a seat again. */
const retryAfter = 5;

/** Streams and waiting polls last, so they are bounded by how many there are at a time, not by how many begin. */
export class Seats {
  readonly #most: SeatsOptions;
  readonly #byCredential = new Map<string, number>();
  readonly #byAddress = new Map<string, number>();
  #taken = 0;

  constructor(most: SeatsOptions) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Throws 429 when the caller has too many, 503 when the server has. */
  take({ keyHash, address }: Sitter): void {
    const { perCredential, perAddress, inAll } = this.#most;
    if (this.#taken >= inAll) {
      throw new ServiceError('overloaded', 'The server has no room for more streams; try again', { retryAfter });
    }
    assertFew(this.#byCredential.get(keyHash), perCredential, 'key');
    assertFew(this.#byAddress.get(address), perAddress, 'address');
    this.#taken += 1;
    this.#byCredential.set(keyHash, (this.#byCredential.get(keyHash) ?? 0) + 1);
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
  }

  leave({ keyHash, address }: Sitter): void {
    this.#taken -= 1;
    less(this.#byCredential, keyHash);
    less(this.#byAddress, address);
  }
}

function assertFew(count = 0, most: number, of: string): void {
  if (count < most) return;
  throw new ServiceError('rate_limited', `Too many streams and waiting polls of one ${of}: at most ${most}`, { retryAfter });
}

function less(counts: Map<string, number>, key: string): void {
  const left = counts.get(key)! - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
