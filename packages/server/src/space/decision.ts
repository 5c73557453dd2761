import type { Changes, Fact, ServiceError } from '@parley/core';
import type { Beside, Kept, KeptName } from '../store/nouns/index.ts';

/** The result of a write's `decide`. */
export interface Decision<Outcome> {
  changes?: Changes & Beside;
  events?: readonly Fact[];
  outcome: Outcome | Refusal;
  /** It did nothing: a retry with the same Idempotency-Key is decided again, so no record of it is stored. */
  isRepeatable?: boolean;
}

/** A refusal that stores something: a retry gets the same one. */
export class Refusal {
  readonly error: ServiceError;

  constructor(error: ServiceError) {
    this.error = error;
  }
}

/** What earlier writes of the same turn saved of a noun, one by its id, or all; and what they left. */
export interface Latest {
  <Name extends KeptName>(name: Name, id: string): Kept<Name> | undefined;
  all<Name extends KeptName>(name: Name): Iterable<Kept<Name>>;
  /** How many more bytes the space can store, as far as this process knows. */
  left(): number;
}

/** For the first write of a turn. */
export const nothingYet: Latest = Object.assign(() => undefined, { all: () => [], left: () => Infinity });
