interface Repeated {
  everyMs: number;
  work(isStopped: () => boolean): Promise<void>;
  failed(error: unknown): void;
}

const firstMs = 1_000;

export interface Loop {
  /** Resolves once no run is in progress. */
  stop(): Promise<void>;
  /** For how long the next run has been due or in progress. */
  lateMs(): number;
}

/** Runs work soon, and again `everyMs` after each run has ended. */
export function repeat({ everyMs, work, failed }: Repeated): Loop {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let dueAt = 0;

  const round = async () => {
    try {
      await work(() => stopped);
    } catch (error) {
      failed(error);
    }
    if (!stopped) schedule(everyMs);
  };
  const schedule = (ms: number) => {
    dueAt = performance.now() + ms;
    timer = setTimeout(() => (running = round()), ms);
    timer.unref();
  };

  schedule(Math.min(everyMs, firstMs));
  return {
    lateMs: () => Math.max(0, performance.now() - dueAt),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
