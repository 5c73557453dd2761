/** The batch in which a write was stored. */
export interface StoredIn {
  /** Unique in this process. */
  batch: number;
  writes: number;
  spaces: number;
  /** How long this write waited for the batch. */
  waitedMs: number;
  /** How long the database took. */
  storedMs: number;
  /** How often the write was decided before, on a state that was out of date. */
  repeats: number;
}
