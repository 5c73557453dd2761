import { ServiceError } from '@parley/core';
import { laterSeconds } from './later.ts';

/** Bodies that were on their way when the limit was reached, and batches, can exceed it by that. */
const overshoot = 2;

interface WorkloadOptions {
  /** How many calls this process works on at a time. */
  most: number;
  refused?: () => void;
}

/** The calls of operations that this process works on. Those that wait for an event or for a client do not count: seats bound them. */
export class Workload {
  readonly #most: number;
  readonly #refused: () => void;
  #calls = 0;

  constructor({ most, refused = () => {} }: WorkloadOptions) {
    this.#most = most;
    this.#refused = refused;
  }

  /** Whether new requests must be refused, before anything is done for them. */
  get isFull(): boolean {
    return this.#calls >= this.#most;
  }

  refusal(): ServiceError {
    this.#refused();
    return new ServiceError('overloaded', 'The server has too much to do; try again', { retryAfter: laterSeconds() });
  }

  /** Counts a call until its `end`. Throws if too many arrived after the limit was checked. */
  begin(): void {
    if (this.#calls >= overshoot * this.#most) throw this.refusal();
    this.#calls += 1;
  }

  end(): void {
    this.#calls -= 1;
  }

  /** Does not count a call while it only waits. */
  async aside<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#calls -= 1;
    try {
      return await wait();
    } finally {
      this.#calls += 1;
    }
  }
}
