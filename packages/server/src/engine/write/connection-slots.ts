import type { DatabaseKind } from '../store/citus.ts';

/** A distributed database stores one space at a time and takes longer for it, so that more batches have to be in progress. */
export const slotCounts: Record<DatabaseKind, number> = { postgres: 2, citus: 16 };
/** If storing takes longer, it waits for the disk: then one large batch of a space is better than two small ones. */
const quickMs = 2;

/** The concurrent paths to the database: each slot stores its batches in order, and there is one for each batch in flight. */
export class ConnectionSlots {
  readonly #slots: { inFlight: number; endedAt: number }[];
  readonly #all: readonly number[];
  inFlight = 0;
  /** How long storing took recently. */
  #storeMs = 0;

  constructor(count: number) {
    this.#slots = Array.from({ length: count }, () => ({ inFlight: 0, endedAt: 0 }));
    this.#all = [...this.#slots.keys()];
  }

  get areQuick(): boolean {
    return this.#storeMs < quickMs;
  }

  /** All slots, the least loaded first. */
  get byLoad(): readonly number[] {
    if (this.inFlight === 0) return this.#all;
    return this.#all.toSorted((a, b) => this.#slots[a]!.inFlight - this.#slots[b]!.inFlight);
  }

  /** A batch begins. */
  enter(slot: number): void {
    this.#slots[slot]!.inFlight += 1;
    this.inFlight += 1;
  }

  /** All of it is done. */
  leave(slot: number): void {
    this.#slots[slot]!.inFlight -= 1;
    this.inFlight -= 1;
  }

  /** The database has answered for a batch that was sent at this time. */
  stored(slot: number, sentAt: number): void {
    const place = this.#slots[slot]!;
    const endedAt = performance.now();
    this.#storeMs += (endedAt - Math.max(sentAt, place.endedAt) - this.#storeMs) / 8;
    place.endedAt = endedAt;
  }
}
