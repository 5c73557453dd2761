import { constants } from 'node:os';

/** Longer than a process needs to stop after the signal. */
const unstoppedMs = 200;

/**
 * Lets a shell with job control stop and continue this process. `release` runs before it stops, `resume` after it continues.
 * Returns `suspend`, which does what Ctrl-Z does, and `end`, which removes the handlers.
 */
export function suspendable(release: () => void, resume: () => void): { suspend(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    release();
    // Without a listener the signal has its default action.
    process.off('SIGTSTP', stop);
    process.kill(process.pid, 'SIGTSTP');
    // The system does not stop a process that no shell could continue; no SIGCONT arrives then.
    timer = setTimeout(proceed, unstoppedMs);
  };
  const proceed = () => {
    clearTimeout(timer);
    process.off('SIGTSTP', stop).on('SIGTSTP', stop);
    // A stopped process misses changes of the terminal's size.
    process.kill(process.pid, 'SIGWINCH');
    resume();
  };
  // Windows has no job control.
  if (constants.signals.SIGTSTP === undefined) return { suspend: () => {}, end: () => {} };
  process.on('SIGTSTP', stop).on('SIGCONT', proceed);
  return {
    // The whole process group, as the terminal driver does it.
    suspend: () => process.kill(0, 'SIGTSTP'),
    end: () => {
      clearTimeout(timer);
      process.off('SIGTSTP', stop).off('SIGCONT', proceed);
    },
  };
}
