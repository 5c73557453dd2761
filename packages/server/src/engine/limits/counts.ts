import type { Allowance, OpenBook } from './counter.ts';
import { Tally, type HeldCount } from './tally.ts';
import { countInMemory } from './windows.ts';

/** One thing that is taken: fewer than `most` must be held already of that kind by that key. */
export interface Bound {
  of: string;
  key: string;
  most: number;
}

/** What limits count with: this process alone, or all workers of a machine together. */
export interface Counts {
  openBook(allowance: Allowance): OpenBook;
  /** What is held now, known at once; what other workers hold may be known a moment later. */
  held(name: string): HeldCount;
  /** Takes one of each if none is at its bound; otherwise nothing, and returns which bound refused. */
  take(bounds: readonly Bound[]): number | undefined | Promise<number | undefined>;
  leave(bounds: readonly Bound[]): void;
}

/** Tallies by name. */
export class Tallies {
  readonly #byName = new Map<string, Tally>();

  of(name: string): Tally {
    let tally = this.#byName.get(name);
    if (!tally) this.#byName.set(name, (tally = new Tally()));
    return tally;
  }

  [Symbol.iterator](): Iterator<[name: string, tally: Tally]> {
    return this.#byName[Symbol.iterator]();
  }
}

/** Takes one of each, or nothing; returns the bound that refused. */
export function takeFrom(tallies: Tallies, bounds: readonly Bound[]): number | undefined {
  const full = bounds.findIndex(({ of, key, most }) => tallies.of(of).of(key) >= most);
  if (full >= 0) return full;
  for (const { of, key } of bounds) tallies.of(of).add(key, 1);
  return undefined;
}

/** Counts for this process only. */
export function countAlone(): Counts {
  const taken = new Tallies();
  const held = new Tallies();
  return {
    openBook: countInMemory,
    held: (name) => held.of(name),
    take: (bounds) => takeFrom(taken, bounds),
    leave: (bounds) => bounds.forEach(({ of, key }) => taken.of(of).add(key, -1)),
  };
}
