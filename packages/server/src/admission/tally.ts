/** What each key holds now. A key that holds nothing is removed. */
export class Tally {
  readonly #held = new Map<string, number>();

  of(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  add(key: string, amount: number): void {
    const held = this.of(key) + amount;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
  }
}
