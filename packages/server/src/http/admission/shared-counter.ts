import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Counter, Standing } from './windows.ts';

/** A counter that all processes share. */
export const sharedCounter = (limiter: RateLimiterAbstract): Counter => ({
  async spend(key, points) {
    try {
      return standing(await limiter.consume(key, points));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return { ...standing(refused), remaining: -1 };
      throw refused;
    }
  },
});

const standing = ({ remainingPoints, msBeforeNext }: RateLimiterRes): Standing => ({
  remaining: remainingPoints,
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});
