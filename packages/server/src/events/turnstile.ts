/** Bounds concurrent work. Addresses take turns, so many callers at one address do not delay the others. */
export class Turnstile {
  readonly #waiting = new Map<string, (() => void)[]>();
  #free: number;

  constructor(atATime: number) {
    this.#free = atATime;
  }

  async pass<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(address);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(address: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.#waiting.get(address);
      if (queue) queue.push(resolve);
      else this.#waiting.set(address, [resolve]);
    });
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#free += 1;
      return;
    }
    const [address, queue] = first;
    const enter = queue.shift()!;
    this.#waiting.delete(address);
    if (queue.length) this.#waiting.set(address, queue);
    enter();
  }
}
