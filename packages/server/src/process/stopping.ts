import type { Config } from '../config.ts';

/** After the drain. */
const shutdownMs = 20_000;

/** How long a process can take to stop. */
export const stopMs = ({ PARLEY_DRAIN_SECONDS: seconds }: Pick<Config, 'PARLEY_DRAIN_SECONDS'>): number =>
  seconds * 1000 + shutdownMs;

/** Two SIGTERM within this time are one request: whoever stops a service signals this process, and `npm start`, which passes it on. */
const sameRequestMs = 1_000;

/** Tells of each signal whether it only repeats the one before it. */
export function repeats(): (signal: NodeJS.Signals) => boolean {
  let askedAt = -Infinity;
  return (signal) => {
    if (signal !== 'SIGTERM') return false;
    const isRepeated = performance.now() - askedAt < sameRequestMs;
    if (!isRepeated) askedAt = performance.now();
    return isRepeated;
  };
}
