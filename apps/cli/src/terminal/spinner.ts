import { harmless } from '../watch/harmless.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const patienceMs = 500;

let timer: ReturnType<typeof setInterval> | undefined;
let shown = false;

/** Shows a spinner on a terminal if the work takes longer than half a second. Nested calls are silent. */
export async function whileWaiting<T>(what: string, work: Promise<T>): Promise<T> {
  if (timer || !process.stderr.isTTY || process.env['CI'] || process.env['TERM'] === 'dumb') return work;
  const started = Date.now();
  timer = setInterval(() => {
    const passed = Date.now() - started;
    if (passed < patienceMs) return;
    shown = true;
    process.stderr.write(`\r${frames[Math.floor(passed / 100) % frames.length]} ${harmless(what)}\u001b[K`);
  }, 100);
  timer.unref();
  try {
    return await work;
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
