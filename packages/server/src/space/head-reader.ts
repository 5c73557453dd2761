import type { Head } from '../store/heads.ts';

type Find = (ids: readonly string[]) => Promise<Head[]>;

interface Waiting {
  resolve(head: Head | undefined): void;
  reject(error: unknown): void;
}

/**
 * Reads the current heads of spaces. While one query is in flight, new requests collect for the next one: many readers cost one
 * query, and each gets a head that is no older than its request.
 */
export class HeadReader {
  readonly #find: Find;
  #next = new Map<string, Waiting[]>();
  #asking = false;

  constructor(find: Find) {
    this.#find = find;
  }

  current(spaceId: string): Promise<Head | undefined> {
    return new Promise((resolve, reject) => {
      const waiting = this.#next.get(spaceId);
      if (waiting) waiting.push({ resolve, reject });
      else this.#next.set(spaceId, [{ resolve, reject }]);
      if (!this.#asking) {
        this.#asking = true;
        setImmediate(() => void this.#ask());
      }
    });
  }

  async #ask(): Promise<void> {
    while (this.#next.size > 0) {
      const asked = this.#next;
      this.#next = new Map();
      try {
        const found = new Map((await this.#find([...asked.keys()])).map((head) => [head.spaceId, head]));
        for (const [spaceId, waiting] of asked) for (const { resolve } of waiting) resolve(found.get(spaceId));
      } catch (error) {
        for (const waiting of asked.values()) for (const { reject } of waiting) reject(error);
      }
    }
    this.#asking = false;
  }
}
