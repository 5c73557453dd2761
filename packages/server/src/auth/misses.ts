import type { Instant } from '@parley/core';

interface Remembered {
  now(): Instant;
  forMs?: number;
  atMost?: number;
}

/**
 * What was looked for in vain a moment ago, and why, so that whoever repeats it costs no look-up.
 * What may be found later must not be asked for before: secrets are told only after they are stored.
 */
export class Misses<Why = true> {
  readonly #now: () => Instant;
  readonly #forMs: number;
  readonly #atMost: number;
  readonly #missed = new Map<string, { why: Why; until: Instant }>();

  constructor({ now, forMs = 1_000, atMost = 10_000 }: Remembered) {
    this.#now = now;
    this.#forMs = forMs;
    this.#atMost = atMost;
  }

  of(key: string): Why | undefined {
    const missed = this.#missed.get(key);
    if (!missed || this.#now() < missed.until) return missed?.why;
    this.#missed.delete(key);
    return undefined;
  }

  add(key: string, why: Why): void {
    this.#missed.delete(key);
    const [oldest] = this.#missed.keys();
    if (oldest !== undefined && this.#missed.size >= this.#atMost) this.#missed.delete(oldest);
    this.#missed.set(key, { why, until: this.#now() + this.#forMs });
  }
}

/** Looks for what was not missed a moment ago. */
export async function findUnlessMissed<Found>(
  misses: Misses,
  key: string,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  if (misses.of(key)) return undefined;
  const found = await look();
  if (found === undefined) misses.add(key, true);
  return found;
}
