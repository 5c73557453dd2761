import { constants } from 'node:os';

/** Longer than the system needs to stop a process. */
const unstoppedMs = 200;

/**
 * Lets a shell with job control stop this process and continue it. `release` runs before it stops, `resume` when it goes on.
 * Answers how to stop, as Ctrl-Z does, and how to end this.
 */
export function suspendable(release: () => void, resume: () => void): { suspend(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    release();
    // Without a listener the signal does what it does by default.
    process.off('SIGTSTP', stop);
    process.kill(process.pid, 'SIGTSTP');
    // A process that no shell could continue is not stopped, and gets no SIGCONT.
    timer = setTimeout(proceed, unstoppedMs);
  };
  const proceed = () => {
    clearTimeout(timer);
    process.off('SIGTSTP', stop).on('SIGTSTP', stop);
    // A stopped process is not told that its terminal has another size.
    process.kill(process.pid, 'SIGWINCH');
    resume();
  };
  // Windows has no job control.
  if (constants.signals.SIGTSTP === undefined) return { suspend: () => {}, end: () => {} };
  process.on('SIGTSTP', stop).on('SIGCONT', proceed);
  return {
    // The whole process group, as the terminal does for other programs.
    suspend: () => process.kill(0, 'SIGTSTP'),
    end: () => {
      clearTimeout(timer);
      process.off('SIGTSTP', stop).off('SIGCONT', proceed);
    },
  };
}
