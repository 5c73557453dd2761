import { KeyError } from './errors.ts';

/** Asks the service for the next key, with the present one. Repeated with the same Idempotency-Key, it returns the same key. */
type Ask = (key: string, idempotencyKey: string) => Promise<string>;

interface Replacing {
  ask: Ask;
  /** Stores the next key. Nothing uses it before. */
  store(key: string): unknown;
  idempotencyKey(): string;
}

/** The key of a space, which can be replaced while calls and streams use it. */
export class SpaceKey {
  #present: string;
  #replacing: Promise<void> | undefined;
  /** A replacement that did not finish: the next one continues it. */
  #unfinished: string | undefined;
  readonly #writes = new Set<Promise<unknown>>();

  constructor(key: string) {
    this.#present = key;
  }

  get present(): string {
    return this.#present;
  }

  /** A read that was refused because the key was replaced in the meantime is repeated with the new one. */
  async read<T>(work: (key: string) => Promise<T>): Promise<T> {
    for (;;) {
      const key = this.#present;
      try {
        return await work(key);
      } catch (error) {
        if (!(await this.wasReplaced(key, error))) throw error;
      }
    }
  }

  /** Writes and replacements wait for each other: with another key, a retry of a write could take effect twice. */
  async write<T>(work: (key: string) => Promise<T>): Promise<T> {
    while (this.#replacing) await settled(this.#replacing);
    const writing = work(this.#present);
    this.#writes.add(writing);
    try {
      return await writing;
    } finally {
      this.#writes.delete(writing);
    }
  }

  /** Whether there is another key now than the one that was refused. Waits for a replacement that is under way. */
  async wasReplaced(key: string, error: unknown): Promise<boolean> {
    if (!(error instanceof KeyError) || error.code !== 'key_revoked') return false;
    if (this.#replacing) await settled(this.#replacing);
    return this.#present !== key;
  }

  /** If it fails, the next call continues with the same key. */
  async replace(replacing: Replacing): Promise<void> {
    while (this.#replacing) await settled(this.#replacing);
    this.#replacing = this.#replace(replacing);
    try {
      await this.#replacing;
    } finally {
      this.#replacing = undefined;
    }
  }

  async #replace({ ask, store, idempotencyKey }: Replacing): Promise<void> {
    await Promise.allSettled(this.#writes);
    this.#unfinished ??= idempotencyKey();
    const key = await ask(this.#present, this.#unfinished);
    await store(key);
    this.#present = key;
    this.#unfinished = undefined;
  }
}

const settled = (work: Promise<unknown>): Promise<unknown> => work.catch(() => {});
