import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@parley/core';

/** How often something that others keep changing is tried again, and how long to pause before. */
export interface Patience {
  readonly tries: number;
  pauseMs(tries: number): number;
}

const immediately = 4;
const longestMs = 32;

/**
 * A few seconds. The first tries come at once; then pauses grow, and differ, so that rivals do not meet again in step. They stay
 * short: whoever pauses long loses each time against a process that never has to.
 */
export const patient: Patience = {
  tries: 128,
  pauseMs: (tries) => (tries < immediately ? 0 : Math.min(longestMs, 2 ** (tries - immediately + 1)) * (0.5 + Math.random() / 2)),
};

/** Pauses before the next try, or throws when there were enough. */
export async function pause(tries: number, { tries: most, pauseMs }: Patience): Promise<void> {
  if (tries >= most) throw contended();
  const ms = pauseMs(tries);
  if (ms > 0) await sleep(ms, undefined, { ref: false });
}

export const contended = (): ServiceError =>
  new ServiceError('unavailable', 'The space changes faster than this can be done; try again', { retryAfter: 1 });
