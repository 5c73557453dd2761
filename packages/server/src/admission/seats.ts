import { ServiceError } from '@parley/core';
import { laterSeconds } from './later.ts';
import { Tally } from './tally.ts';

/** The holder of a stream or a waiting poll. */
export interface Sitter {
  readonly keyHash: string;
  readonly address: string;
}

interface SeatsOptions {
  perCredential: number;
  perAddress: number;
  inAll: number;
  /** Of what there are too many. */
  what?: string;
  refused?: (limit: 'streams' | 'key_streams' | 'address_streams') => void;
}

/** Seconds to wait before requesting a seat again. */
const retryAfter = 5;

/** Streams and waiting polls are long, so their number at a time is bounded, not the number of starts. */
export class Seats {
  readonly #most: SeatsOptions;
  readonly #byCredential = new Tally();
  readonly #byAddress = new Tally();
  #taken = 0;

  constructor(most: SeatsOptions) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Throws 429 if the caller has too many, 503 if the server has. */
  take({ keyHash, address }: Sitter): void {
    const { perCredential, perAddress, inAll, what = 'streams and waiting polls', refused } = this.#most;
    if (this.#taken >= inAll) {
      refused?.('streams');
      throw new ServiceError('overloaded', `The server has no capacity for more ${what}; try again`, {
        retryAfter: laterSeconds(),
      });
    }
    assertFew(this.#byCredential.of(keyHash), perCredential, 'key', { what, refused });
    assertFew(this.#byAddress.of(address), perAddress, 'address', { what, refused });
    this.#add({ keyHash, address }, 1);
  }

  leave(sitter: Sitter): void {
    this.#add(sitter, -1);
  }

  #add({ keyHash, address }: Sitter, seats: number): void {
    this.#taken += seats;
    this.#byCredential.add(keyHash, seats);
    this.#byAddress.add(address, seats);
  }
}

function assertFew(
  count: number,
  most: number,
  of: 'key' | 'address',
  { what, refused }: { what: string; refused: SeatsOptions['refused'] | undefined },
): void {
  if (count < most) return;
  refused?.(`${of}_streams`);
  throw new ServiceError('rate_limited', `Too many ${what} with one ${of}: the maximum is ${most}`, {
    retryAfter,
  });
}
