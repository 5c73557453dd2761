import type { Allowance, OpenBook, RateStanding } from './counter.ts';

interface Window {
  spent: number;
  readonly endsAt: number;
}

interface WindowsOptions {
  limit: number;
  seconds: number;
  /** Maximum number of keys; the oldest windows are evicted first. */
  capacity?: number;
  /** A clock that never goes back: otherwise a window would last as long as the clock was set back. */
  now?: () => number;
}

/** Fixed windows in memory. They end in the order in which they started, which is the order of the map. */
export class Windows implements OpenBook {
  readonly limit: number;
  readonly #ms: number;
  readonly #capacity: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor({ limit, seconds, capacity = 100_000, now = performance.now.bind(performance) }: WindowsOptions) {
    this.limit = limit;
    this.#ms = seconds * 1000;
    this.#capacity = capacity;
    this.#now = now;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** What is left in the current window, without counting. */
  remaining(key: string): number {
    const known = this.#windows.get(key);
    return known && known.endsAt > this.#now() ? this.limit - known.spent : this.limit;
  }

  spend(key: string, points: number): RateStanding {
    const now = this.#now();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : this.#begin(key, now);
    window.spent += points;
    return {
      remaining: this.limit - window.spent,
      resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
    };
  }

  #begin(key: string, now: number): Window {
    this.#windows.delete(key);
    this.#forget(now);
    // Whole milliseconds: a sum of fractions can be rounded up, and 61 seconds of 60 be left.
    const begun = { spent: 0, endsAt: Math.floor(now) + this.#ms };
    this.#windows.set(key, begun);
    return begun;
  }

  /** Each new window removes those that have ended, so no sweep is needed. */
  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < this.#capacity) return;
      this.#windows.delete(key);
    }
  }
}

/** Counts for this process only. */
export const countInMemory = ({ points, seconds }: Allowance): OpenBook => new Windows({ limit: points, seconds });
