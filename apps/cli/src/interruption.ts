import { constants } from 'node:os';

type Name = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const controller = new AbortController();
let name: Name = 'SIGINT';
let isDeaf = false;

/** The signal that asked this process to end. */
export const interruption = {
  /** Aborted by the first signal; a second one ends the process at once. */
  signal: controller.signal,
  get exitCode(): number {
    return 128 + constants.signals[name];
  },
};

/** Lets the signal end this process. `process.exit` waits for threads, and one can wait for what nobody writes into a named pipe. */
export function endBySignal(): void {
  process.removeAllListeners(name);
  process.kill(process.pid, name);
}

/** For calls that must be able to release a lock after Ctrl-C. */
export const uninterrupted = { signal: new AbortController().signal };

/** Ctrl-C reaches every process in a terminal. This process ignores it while another one, such as an editor, uses the terminal. */
export async function leavingCtrlCToOthers<T>(work: () => Promise<T>): Promise<T> {
  isDeaf = true;
  try {
    return await work();
  } finally {
    isDeaf = false;
  }
}

export function listenForInterruption(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isDeaf && signal === 'SIGINT') return;
      if (controller.signal.aborted) process.exit(interruption.exitCode);
      name = signal;
      controller.abort(new Error('Interrupted'));
    });
  }
}
