import type { Shape } from '../../arguments.ts';
import { LockedError } from './errors.ts';
import { pause } from '../../time.ts';

/** How long to wait for the lock of an artifact. */
export interface Patience {
  /** Milliseconds to wait while another participant holds the lock; default 60,000. */
  waitMs?: number | undefined;
  /** Milliseconds between attempts, shortened at random by up to half; default 1,000. */
  pollMs?: number | undefined;
  /** Ends the wait and the calls. */
  signal?: AbortSignal | undefined;
}

export const patience: Shape = { waitMs: 'ms?', pollMs: 'ms?', signal: 'signal?' };

export const usualWaitMs = 60_000;

/**
 * Calls again for as long as another participant holds the lock.
 * @param isWorthIt - Called before each wait; throws if the call could not succeed even then.
 * @throws {LockedError} when that takes longer than `waitMs`.
 * @throws whatever `call` throws otherwise.
 */
export async function patiently<T>(
  call: () => Promise<T>,
  { waitMs = usualWaitMs, pollMs = 1_000, signal }: Patience,
  isWorthIt?: () => Promise<void>,
): Promise<T> {
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof LockedError) || Date.now() + pollMs > until) throw error;
      await isWorthIt?.();
      await pause(pollMs * (0.5 + Math.random() / 2), signal);
    }
  }
}
