interface SharedRead {
  /** Callers that wait for it. */
  callers: number;
  result: Promise<unknown> | undefined;
}

/** When a read can start; for example, when it is its caller's turn. */
type Pass = <Result>(work: () => Promise<Result>) => Promise<Result>;

const atOnce: Pass = async (work) => work();

/**
 * Equal reads at the same time are one read. Its key must say so much of what is read that the result cannot depend on when it is read:
 * a part of a log, up to a head that the caller knows.
 */
export class SharedReads {
  readonly #readings = new Map<string, SharedRead>();

  /** Each caller passes by itself, and the first one who does reads for all who wait. */
  async once<Result>(key: string, read: () => Promise<Result>, pass: Pass = atOnce): Promise<Result> {
    const reading = this.#readings.get(key) ?? { callers: 0, result: undefined };
    this.#readings.set(key, reading);
    reading.callers += 1;
    const readOnce = () =>
      (reading.result ??= read().catch((error: unknown) => {
        reading.result = undefined;
        throw error;
      })) as Promise<Result>;
    try {
      return await pass(readOnce);
    } finally {
      reading.callers -= 1;
      if (reading.callers === 0) this.#readings.delete(key);
    }
  }
}
