import type { Instant } from '@parley/core';

const forMs = 1_000;

/**
 * What was looked for in vain a moment ago, so that whoever repeats it costs one look-up a second.
 * What may be found later must not be asked for before: secrets are told only after they are stored.
 */
export class Misses {
  readonly #now: () => Instant;
  readonly #capacity: number;
  readonly #until = new Map<string, Instant>();

  constructor(now: () => Instant, capacity = 10_000) {
    this.#now = now;
    this.#capacity = capacity;
  }

  async find<Found>(key: string, look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    if (this.#now() < (this.#until.get(key) ?? -Infinity)) return undefined;
    const found = await look();
    if (found === undefined) this.#remember(key);
    return found;
  }

  #remember(key: string): void {
    this.#until.delete(key);
    if (this.#until.size >= this.#capacity) this.#until.delete(this.#until.keys().next().value!);
    this.#until.set(key, this.#now() + forMs);
  }
}
