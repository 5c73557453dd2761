type Find<Found> = (spaceIds: readonly string[]) => Promise<Found[]>;

interface PendingRead<Found> {
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/**
 * Reads something of spaces. While one query is in flight, new requests collect for the next one: many readers cost one query, and
 * each gets what is no older than its request.
 */
export class BatchReader<Found extends { readonly spaceId: string }> {
  readonly #find: Find<Found>;
  #next = new Map<string, PendingRead<Found>[]>();
  #asking = false;

  constructor(find: Find<Found>) {
    this.#find = find;
  }

  current(spaceId: string): Promise<Found | undefined> {
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
        const found = new Map((await this.#find([...asked.keys()])).map((each) => [each.spaceId, each]));
        for (const [spaceId, waiting] of asked) for (const { resolve } of waiting) resolve(found.get(spaceId));
      } catch (error) {
        for (const waiting of asked.values()) for (const { reject } of waiting) reject(error);
      }
    }
    this.#asking = false;
  }
}
