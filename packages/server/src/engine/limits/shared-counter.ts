import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Counter } from './counter.ts';

/** A counter that all processes share. While it cannot be reached, the process counts by its own. */
export const sharedCounter = (limiter: RateLimiterAbstract, own: Counter): Counter => ({
  async spend(key, points) {
    try {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, points);
      return { remaining: limiter.points - consumedPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
    } catch {
      return own.spend(key, points);
    }
  },
});
