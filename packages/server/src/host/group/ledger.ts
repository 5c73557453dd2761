import type { Allowance, RateStanding } from '../../engine/limits/counter.ts';
import { takeFrom, Tallies, type Bound } from '../../engine/limits/counts.ts';
import { Windows } from '../../engine/limits/windows.ts';
import type { CountChange } from './messages.ts';

/** What one worker has. */
interface Share {
  taken: Tallies;
  held: Tallies;
}

/** What the workers of a machine count together. Whatever a worker had is free again when it is gone. */
export class Ledger {
  readonly #windows = new Map<string, Windows>();
  readonly #taken = new Tallies();
  readonly #shares = new Map<number, Share>();

  /** Adds a worker; returns what the others hold. */
  join(worker: number): CountChange[] {
    const others = [...this.#shares.values()].flatMap(({ held }) => changesIn(held));
    this.#shares.set(worker, { taken: new Tallies(), held: new Tallies() });
    return others;
  }

  /** Removes a worker; returns how what it held changes. */
  gone(worker: number): CountChange[] {
    const share = this.#shares.get(worker);
    if (!share) return [];
    this.#shares.delete(worker);
    for (const { name, key, amount } of changesIn(share.taken)) this.#taken.of(name).add(key, -amount);
    return changesIn(share.held).map((change) => ({ ...change, amount: -change.amount }));
  }

  open({ name, points, seconds }: Allowance): void {
    if (!this.#windows.has(name)) this.#windows.set(name, new Windows({ limit: points, seconds }));
  }

  spend(name: string, key: string, points: number): RateStanding {
    return this.#windows.get(name)!.spend(key, points);
  }

  /** The bound that refused; undefined if all are taken. */
  take(worker: number, bounds: readonly Bound[]): number | undefined {
    const full = takeFrom(this.#taken, bounds);
    if (full === undefined) for (const { of, key } of bounds) this.#shareOf(worker).taken.of(of).add(key, 1);
    return full;
  }

  leave(worker: number, bounds: readonly Bound[]): void {
    for (const { of, key } of bounds) {
      this.#taken.of(of).add(key, -1);
      this.#shareOf(worker).taken.of(of).add(key, -1);
    }
  }

  note(worker: number, { name, key, amount }: CountChange): void {
    this.#shareOf(worker).held.of(name).add(key, amount);
  }

  #shareOf(worker: number): Share {
    return this.#shares.get(worker)!;
  }
}

const changesIn = (tallies: Tallies): CountChange[] =>
  [...tallies].flatMap(([name, tally]) => Array.from(tally, ([key, amount]) => ({ name, key, amount })));
