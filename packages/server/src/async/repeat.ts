interface Repeated {
  everyMs: number;
  work(isStopped: () => boolean): Promise<void>;
  failed(error: unknown): void;
}

const firstMs = 1_000;

/** Runs work soon, and again `everyMs` after each run has ended; `stop` resolves once no run is in progress. */
export function repeat({ everyMs, work, failed }: Repeated): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const round = async () => {
    try {
      await work(() => stopped);
    } catch (error) {
      failed(error);
    }
    if (!stopped) schedule(everyMs);
  };
  const schedule = (ms: number) => {
    timer = setTimeout(() => (running = round()), ms);
    timer.unref();
  };

  schedule(Math.min(everyMs, firstMs));
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
