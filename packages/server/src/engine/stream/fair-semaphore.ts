import { SharedReads } from '../async/shared-reads.ts';

/** Bounds concurrent work. Addresses take turns, so many callers at one address do not delay the others. */
export class FairSemaphore {
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #reads = new SharedReads();
  #free: number;

  constructor(atATime: number) {
    this.#free = atATime;
  }

  /** The same for a read that others can want at the same time (see `SharedReads` for its key). */
  passOnce<Result>(key: string, address: string, read: () => Promise<Result>): Promise<Result> {
    return this.#reads.once(key, read, (work) => this.pass(address, work));
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
