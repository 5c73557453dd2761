import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** `points` per window of `seconds`; the name separates the counters. */
export interface Allowance {
  name: string;
  points: number;
  seconds: number;
}

export type OpenLimiter = (allowance: Allowance) => RateLimiterAbstract;

/** Counts for this process only. */
export const limiterInMemory: OpenLimiter = ({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds });
