import type { Server, TestServer } from '@parley/testing';
import type { Ground } from './ground.ts';

/** How long and how strictly a fault is tried. */
export interface Pace {
  /** How long something is paused or cut off, at least. */
  pauseMs: number;
  /** The longest that an answer can take while a database is silent; Infinity where speed must not count. */
  patienceMs: number;
  random: () => number;
}

/** What was seen of a fault. */
export interface Seen {
  /** What is wrong; empty if everything held. */
  faults: string[];
  acknowledged: number;
  refused: number;
  unanswered: number;
  worstMs: number;
  /** From the end of the fault to a write that each server acknowledged. */
  recoveredMs: number;
}

export interface Fault {
  name: string;
  /** One sentence. */
  does: string;
  /** Why it cannot be tried here. */
  missing?(): string | undefined;
  run(ground: Ground, pace: Pace): Promise<Seen>;
}

export type Servers<Kind extends Server = TestServer> = readonly [Kind, ...Kind[]];
