import { ParleyError, type Space } from '@parley/sdk';
import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 4_000;

/**
 * Tells whether the service answers, by asking it whenever nothing was heard for a while: the SDK mends a lost stream
 * without a word.
 */
export async function feelPulse(
  space: Space,
  heardAt: () => number,
  told: (answers: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  let restMs = everyMs;
  while (!signal.aborted) {
    await sleep(restMs, undefined, { signal, ref: false }).catch(() => {});
    restMs = heardAt() + everyMs - Date.now();
    if (signal.aborted || restMs > 0) continue;
    restMs = everyMs;
    try {
      await space.get({ signal, maxRetries: 0, timeoutMs: everyMs });
      told(true);
    } catch (error) {
      if (!signal.aborted) told(error instanceof ParleyError && error.status > 0 && error.status < 500);
    }
  }
}
