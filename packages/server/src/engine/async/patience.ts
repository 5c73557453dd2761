import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@parley/core';

/** How often to retry after concurrent changes, and how long to pause before each attempt. */
export interface Patience {
  readonly tries: number;
  pauseMs(tries: number): number;
}

const immediately = 4;
const longestMs = 32;

/**
 * A few seconds in total. The first tries are immediate; then the pauses grow, with jitter, so that competing processes do not
 * collide again. They stay short: a process with long pauses would always lose against one that never pauses.
 */
export const patient: Patience = {
  tries: 128,
  pauseMs: (tries) => (tries < immediately ? 0 : Math.min(longestMs, 2 ** (tries - immediately + 1)) * (0.5 + Math.random() / 2)),
};

/** Pauses before the next try, or throws if the tries are used up. */
export async function pause(tries: number, { tries: most, pauseMs }: Patience): Promise<void> {
  if (tries >= most) throw contended();
  const ms = pauseMs(tries);
  if (ms > 0) await sleep(ms, undefined, { ref: false });
}

export const contended = (): ServiceError =>
  new ServiceError('unavailable', 'Too many concurrent changes to the space; try again', { retryAfter: 1 });
