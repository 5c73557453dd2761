import type { IdempotencyRecord } from '../store/idempotency.ts';
import type { Result, SpaceWrite } from './turn.ts';

export interface Waiting {
  write: SpaceWrite;
  /** The scope of its Idempotency-Key. */
  scope: string | undefined;
  /** How often it was decided on a state that was no longer the present one. */
  tries: number;
  resolve(result: Result<unknown>): void;
  reject(error: unknown): void;
}

/** The writes that wait, by space; spaces in the order in which they will be served. */
export class Queue {
  readonly #waiting = new Map<string, Waiting[]>();

  get spaces(): number {
    return this.#waiting.size;
  }

  get writes(): number {
    let count = 0;
    for (const { length } of this.#waiting.values()) count += length;
    return count;
  }

  add(spaceId: string, waiting: Waiting): void {
    const present = this.#waiting.get(spaceId);
    if (present) present.push(waiting);
    else this.#waiting.set(spaceId, [waiting]);
  }

  /** Each space once, with the number of its writes, also when some are taken meanwhile. */
  *[Symbol.iterator](): Generator<readonly [spaceId: string, writes: number]> {
    // Whoever is left behind by `take` is met again at the end of the map.
    let unseen = this.#waiting.size;
    for (const [spaceId, { length }] of this.#waiting) {
      if (unseen === 0) return;
      unseen -= 1;
      yield [spaceId, length];
    }
  }

  /** At most one write of an Idempotency-Key at a time: the next one then finds the record of the first. */
  take(spaceId: string, atMost: { writes: number; characters: number }): Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const scopes = new Set<string>();
    let characters = 0;
    // Emptied, because the collector may take long to notice that an entry left a map: it must not keep requests alive.
    for (const each of this.#waiting.get(spaceId)?.splice(0) ?? []) {
      const repeats = each.scope !== undefined && scopes.has(each.scope);
      if (repeats || taken.length >= atMost.writes || characters >= atMost.characters) {
        left.push(each);
        continue;
      }
      characters += each.write.size;
      if (each.scope !== undefined) scopes.add(each.scope);
      taken.push(each);
    }
    // Whoever is left goes behind the other spaces.
    this.#waiting.delete(spaceId);
    if (left.length) this.#waiting.set(spaceId, left);
    return taken;
  }

  /** They are decided again, before those that came later, knowing what is recorded of them. */
  putBack(spaceId: string, waiting: readonly Waiting[], records: ReadonlyMap<string, IdempotencyRecord>): void {
    const again = waiting.map(({ write, ...each }) => ({
      ...each,
      tries: each.tries + 1,
      write: each.scope === undefined ? write : { ...write, replay: records.get(each.scope) },
    }));
    this.#waiting.set(spaceId, [...again, ...(this.#waiting.get(spaceId) ?? [])]);
  }

  /** Refuses all that wait for a space. */
  reject(spaceId: string, error: unknown): void {
    const waiting = this.#waiting.get(spaceId) ?? [];
    this.#waiting.delete(spaceId);
    for (const { reject } of waiting) reject(error);
  }
}
