/** The state of a key in its window. */
export interface RateStanding {
  /** Negative if this exceeded the limit. */
  remaining: number;
  resetSeconds: number;
}

/** Counts what a key spends in its current window; a negative number gives back. */
export interface Counter {
  spend(key: string, points: number): RateStanding | Promise<RateStanding>;
}

/** A counter that can tell what is left without counting, as far as this process knows. */
export interface OpenBook extends Counter {
  readonly limit: number;
  remaining(key: string): number;
}

/** `points` per window of `seconds`; the name separates the counters. */
export interface Allowance {
  name: string;
  points: number;
  seconds: number;
}

export type OpenCounter = (allowance: Allowance) => Counter;
