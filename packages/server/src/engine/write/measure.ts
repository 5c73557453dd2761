import type { Meter } from '../observe/meter.ts';
import type { Ready } from './in-flight.ts';

interface StoredBatch {
  storing: readonly Ready[];
  /** How many spaces were created with them. */
  created: number;
  sentAt: number;
  /** The number of the batch. */
  batch: number;
}

/** Records how long a batch and its writes took. */
export function measure(meter: Meter, { storing, created, sentAt, batch }: StoredBatch): void {
  const storedMs = performance.now() - sentAt;
  let writes = created;
  for (const { waiting } of storing) writes += waiting.length;
  meter.observe('parley_commit_batch_writes', writes);
  meter.observe('parley_commit_duration_seconds', storedMs / 1000);
  for (const { waiting } of storing) {
    for (const { write, since, tries } of waiting) {
      if (since === 0) continue;
      const waitedMs = Math.max(0, sentAt - since);
      meter.observe('parley_commit_wait_seconds', waitedMs / 1000);
      write.stored?.({ batch, writes, spaces: storing.length + created, waitedMs, storedMs, repeats: tries });
    }
  }
}
