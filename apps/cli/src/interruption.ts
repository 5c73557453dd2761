import { constants } from 'node:os';

type Name = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const controller = new AbortController();
let name: Name = 'SIGINT';
let isDeaf = false;

/** What the user or the system wanted when it wanted this process to end. */
export const interruption = {
  /** Aborted at the first wish; a second one ends the process at once. */
  signal: controller.signal,
  get exitCode(): number {
    return 128 + constants.signals[name];
  },
};

/** For calls that Ctrl-C must not keep from giving a lock back. */
export const uninterrupted = { signal: new AbortController().signal };

/** Ctrl-C reaches every process of a terminal; here it is left to another one while that has the terminal. */
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
