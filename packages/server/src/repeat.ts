interface Repeated {
  everyMs: number;
  work(isStopped: () => boolean): Promise<void>;
  failed(error: unknown): void;
}

/** Does the work again and again, each time so long after the last has ended; `stop` resolves when none is under way. */
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
    if (!stopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => (running = round()), everyMs);
    timer.unref();
  };

  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
