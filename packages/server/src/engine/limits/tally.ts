/** What each key holds now, and all of them together. */
export interface HeldCount {
  readonly total: number;
  of(key: string): number;
  add(key: string, amount: number): void;
}

/** A key that holds nothing is removed. */
export class Tally implements HeldCount {
  readonly #held = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  add(key: string, amount: number): void {
    this.#total += amount;
    const held = this.of(key) + amount;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
  }

  [Symbol.iterator](): Iterator<[key: string, amount: number]> {
    return this.#held[Symbol.iterator]();
  }
}
