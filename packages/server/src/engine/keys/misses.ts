import type { Instant } from '@parley/core';

interface Remembered {
  now(): Instant;
  forMs?: number;
  atMost?: number;
}

/**
 * Recent failed lookups and their reasons, so that repeating one costs no lookup.
 * Only for secrets: a secret is shown only after it is stored, so nobody can look one up too early.
 */
export class Misses<Why = true> {
  readonly #now: () => Instant;
  readonly #forMs: number;
  readonly #atMost: number;
  readonly #missed = new Map<string, { why: Why; until: Instant }>();
  readonly remembered: ReadonlyMap<string, unknown> = this.#missed;

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

/** Looks something up, unless it was missing a moment ago. */
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
