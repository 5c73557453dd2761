import { ServiceError } from '@parley/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

export const windowSeconds = 60;
export const defaultLimit = 300;

export interface RateLimit {
  /** 0 refuses nobody. */
  limit: number;
  limiter?: RateLimiterAbstract | undefined;
  /** Who a request counts for. */
  clientOf(request: FastifyRequest): string | Promise<string>;
  isFree(request: FastifyRequest): boolean;
}

/** Counts a request, tells its caller where it stands, and throws when it was one too many. */
export function rateLimiter({ limit, limiter, clientOf, isFree }: RateLimit) {
  const shown = limit || defaultLimit;
  const counting = limiter ?? new RateLimiterMemory({ points: shown, duration: windowSeconds });

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const standing = await count(counting, await clientOf(request));
    tell(reply, shown, standing);
    if (standing.remaining >= 0 || limit === 0 || isFree(request)) return;
    const seconds = standing.resetSeconds;
    throw new ServiceError('rate_limited', `Too many requests; try again in ${seconds} s`, { retryAfter: seconds });
  };
}

interface Standing {
  remaining: number;
  resetSeconds: number;
}

async function count(limiter: RateLimiterAbstract, client: string): Promise<Standing> {
  try {
    return standing(await limiter.consume(client));
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return { ...standing(refused), remaining: -1 };
    throw refused;
  }
}

const standing = ({ remainingPoints, msBeforeNext }: RateLimiterRes): Standing => ({
  remaining: remainingPoints,
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

function tell(reply: FastifyReply, limit: number, { remaining, resetSeconds }: Standing): void {
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', Math.max(0, remaining));
  reply.header('ratelimit-reset', resetSeconds);
  reply.header('ratelimit-policy', `${limit};w=${windowSeconds}`);
}
