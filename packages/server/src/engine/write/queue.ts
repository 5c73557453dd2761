import type { IdempotencyRecord } from '../store/idempotency.ts';
import type { Result, SpaceWrite } from './decide.ts';

export interface Waiting {
  write: SpaceWrite;
  /** The scope of its Idempotency-Key. */
  scope: string | undefined;
  /** How often it was decided on a state that was out of date. */
  tries: number;
  /** When it began to wait, if anybody measures that. */
  since: number;
  resolve(result: Result<unknown>): void;
  reject(error: unknown): void;
}

/** The waiting writes by space; spaces in the order in which they are served. */
export class Queue {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly bySpace: ReadonlyMap<string, readonly Waiting[]> = this.#waiting;

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

  /**
   * Takes at most one write per Idempotency-Key, so that the next one finds the record of the first. A batch that is decided again takes
   * no new prepared writes: they can be out of date too, and would hold up the others.
   */
  take(spaceId: string, atMost: { writes: number; characters: number }): Waiting[] {
    const waiting = this.#waiting.get(spaceId);
    if (!waiting) return [];
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    let scopes: Set<string> | undefined;
    let characters = 0;
    const isAgain = waiting[0]!.tries > 0;
    for (const each of waiting) {
      const repeats = each.scope !== undefined && scopes?.has(each.scope);
      const canBeOutdated = isAgain && each.tries === 0 && each.write.isPrepared;
      if (repeats || canBeOutdated || taken.length >= atMost.writes || characters >= atMost.characters) {
        left.push(each);
        continue;
      }
      characters += each.write.size;
      if (each.scope !== undefined) (scopes ??= new Set()).add(each.scope);
      taken.push(each);
    }
    // The garbage collector can be slow to notice the removal, and the array would keep requests alive.
    waiting.length = 0;
    // The rest goes behind the other spaces.
    this.#waiting.delete(spaceId);
    if (left.length) this.#waiting.set(spaceId, left);
    return taken;
  }

  /** Puts writes back in front of later ones, with their records, to be decided again. */
  putBack(spaceId: string, waiting: readonly Waiting[], records: ReadonlyMap<string, IdempotencyRecord>): void {
    const again = waiting.map(({ write, ...each }) => ({
      ...each,
      tries: each.tries + 1,
      since: each.since && performance.now(),
      write: each.scope === undefined ? write : { ...write, replay: records.get(each.scope) },
    }));
    this.#waiting.set(spaceId, [...again, ...(this.#waiting.get(spaceId) ?? [])]);
  }

  /** Rejects all waiting writes of a space. */
  reject(spaceId: string, error: unknown): void {
    const waiting = this.#waiting.get(spaceId) ?? [];
    this.#waiting.delete(spaceId);
    for (const { reject } of waiting) reject(error);
  }
}
