import { ServiceError } from '@parley/core';
import type { Bound, Counts } from '../../engine/limits/counts.ts';
import { laterSeconds } from './later.ts';

/** The holder of a stream or a waiting poll. */
export interface Sitter {
  readonly keyHash: string;
  readonly address: string;
}

interface SeatsOptions {
  perCredential: number;
  perAddress: number;
  inAll: number;
  counts: Pick<Counts, 'take' | 'leave'>;
  /** What they are, in words; seats of different kinds are counted apart. */
  what?: string;
  refused?: (limit: 'streams' | 'key_streams' | 'address_streams') => void;
}

/** Seconds to wait before requesting a seat again. */
const retryAfter = 5;
const follows = 'streams and waiting polls';

/** Streams, waiting polls and uploads are long, so their number at a time is bounded, not the number of starts. */
export class Seats {
  readonly #options: SeatsOptions;
  #taken = 0;

  constructor(options: SeatsOptions) {
    this.#options = options;
  }

  /** How many this process has taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Throws or rejects with 429 if the caller has too many, 503 if the server has. */
  take(sitter: Sitter): void | Promise<void> {
    const full = this.#options.counts.take(this.#bounds(sitter));
    return full instanceof Promise ? full.then((bound) => this.#judge(bound)) : this.#judge(full);
  }

  leave(sitter: Sitter): void {
    this.#taken -= 1;
    this.#options.counts.leave(this.#bounds(sitter));
  }

  #bounds({ keyHash, address }: Sitter): Bound[] {
    const { inAll, perCredential, perAddress, what = follows } = this.#options;
    return [
      { of: what, key: '', most: inAll },
      { of: `${what} of keys`, key: keyHash, most: perCredential },
      { of: `${what} of addresses`, key: address, most: perAddress },
    ];
  }

  #judge(full: number | undefined): void {
    if (full === undefined) {
      this.#taken += 1;
      return;
    }
    const { refused, perCredential, perAddress, what = follows } = this.#options;
    if (full === 0) {
      refused?.('streams');
      throw new ServiceError('overloaded', `The server has no capacity for more ${what}; try again`, {
        retryAfter: laterSeconds(),
      });
    }
    const [of, most] = full === 1 ? (['key', perCredential] as const) : (['address', perAddress] as const);
    refused?.(`${of}_streams`);
    throw new ServiceError('rate_limited', `Too many ${what} with one ${of}: the maximum is ${most}`, { retryAfter });
  }
}
