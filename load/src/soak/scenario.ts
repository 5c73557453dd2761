import type { Ground } from './ground.ts';

/** What a scenario found. */
export interface Found {
  /** What is wrong; empty if everything held. */
  faults: string[];
  /** What was measured, in words. */
  figures: string;
}

export interface Course {
  /** How long the scenarios that only take time last. */
  minutes: number;
  /** What clients do follows from it. */
  seed: number;
}

export interface Scenario {
  name: string;
  /** One sentence. */
  does: string;
  /** Why it cannot be run here. */
  missing?: (() => string | undefined) | undefined;
  run(ground: Ground, course: Course): Promise<Found>;
}
