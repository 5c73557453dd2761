import { harmless } from '../watch/harmless.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const patienceMs = 500;

let timer: ReturnType<typeof setInterval> | undefined;
let shown = false;

/**
 * Shows a spinner on a terminal if the work takes longer than half a second. Nested calls are silent.
 * @param what - Called for each frame, if it changes.
 * @param work - A function, if it calls this function itself.
 */
export async function whileWaiting<T>(what: string | (() => string), work: Promise<T> | (() => Promise<T>)): Promise<T> {
  const begin = async () => (typeof work === 'function' ? work() : work);
  if (timer || !process.stderr.isTTY || process.env['CI'] || process.env['TERM'] === 'dumb') return begin();
  const started = Date.now();
  timer = setInterval(() => {
    const passed = Date.now() - started;
    if (passed < patienceMs) return;
    shown = true;
    const words = typeof what === 'function' ? what() : what;
    process.stderr.write(`\r${frames[Math.floor(passed / 100) % frames.length]} ${harmless(words)}\u001b[K`);
  }, 100);
  timer.unref();
  try {
    return await begin();
  } finally {
    stopSpinner();
  }
}

/** Clears the line for other output; the spinner reappears below it. */
export function hideSpinner(): void {
  if (shown) process.stderr.write('\r\u001b[K');
  shown = false;
}

export function stopSpinner(): void {
  clearInterval(timer);
  timer = undefined;
  hideSpinner();
}
