import { setTimeout as sleep } from 'node:timers/promises';

const [firstPauseMs, longestPauseMs] = [10, 100];

/**
 * Waits until a condition holds. Patient, because the machine can be slow. What has to be asked, mostly a server, is asked less often the
 * longer it takes.
 */
export async function eventually(look: () => unknown, timeout = 60_000): Promise<unknown> {
  const until = performance.now() + timeout;
  for (let pauseMs = firstPauseMs; ;) {
    const looked = look();
    const seen = await looked;
    if (seen) return seen;
    if (performance.now() > until) throw new Error(`It did not happen within ${timeout} ms: ${String(look)}`);
    await sleep(pauseMs);
    if (looked instanceof Promise) pauseMs = Math.min(1.2 * pauseMs, longestPauseMs);
  }
}
