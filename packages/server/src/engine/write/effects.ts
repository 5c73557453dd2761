import type { Changes, Fact, ServiceError } from '@parley/core';
import type { Erasure } from '../store/erasures.ts';
import type { SideRows, StoredEntities, StoredName } from '../store/tables.ts';

/** What a write does to a space, as its `decide` says. */
export interface Effects<Outcome> {
  changes?: Changes & SideRows;
  events?: readonly Fact[];
  /** Earlier events that lose their texts or are corrected. One of `events` says so, for readers who have copies. */
  erasures?: readonly Erasure[];
  /** How many bytes fewer the rows beside the log have. */
  freed?: number;
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

/** What earlier writes of the same batch saved in a table, one by its id, or all; and what they left. */
export interface Latest {
  <Name extends StoredName>(name: Name, id: string): StoredEntities[Name] | undefined;
  all<Name extends StoredName>(name: Name): Iterable<StoredEntities[Name]>;
  /** How many more bytes the space can store, as far as this process knows. */
  left(): number;
}

/** For the first write of a batch. */
export const nothingYet: Latest = Object.assign(() => undefined, { all: () => [], left: () => Infinity });
