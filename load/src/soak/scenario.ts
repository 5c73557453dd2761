/** What a scenario found. */
export interface Result {
  name: string;
  /** What is wrong; empty if everything held. */
  faults: string[];
  /** What was measured, in words. */
  figures: string;
  /** Why it could not be run. */
  skipped?: string | undefined;
}

export interface Course {
  /** How long the scenarios that only take time last. */
  minutes: number;
  /** What clients do follows from it. */
  seed: number;
  /** Whether the servers of faults reach PostgreSQL through PgBouncer. */
  isPooled: boolean;
}

export interface Scenario {
  name: string;
  /** One sentence. */
  does: string;
  run(course: Course): Promise<Result[]>;
}
