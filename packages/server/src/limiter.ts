import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** So many in a window of so many seconds; the name keeps apart what is counted. */
export interface Allowance {
  name: string;
  points: number;
  seconds: number;
}

export type OpenLimiter = (allowance: Allowance) => RateLimiterAbstract;

/** Counts for this process alone. */
export const limiterInMemory: OpenLimiter = ({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds });
