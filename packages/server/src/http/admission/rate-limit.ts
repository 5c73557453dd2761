import { ServiceError } from '@parley/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callsIn, maxCallsPerBatch } from './calls.ts';
import type { Counter, Standing } from './windows.ts';

export const windowSeconds = 60;
export const defaultLimit = 300;

export interface RateLimit {
  /** The limit as announced to callers. */
  limit: number;
  /** If false, requests are counted but never refused. */
  isOn: boolean;
  /** The counter per address, which every request uses before any lookup, whatever key it sends. */
  addresses: Counter;
  clients: Counter;
  /** The client that a request counts for besides its address. */
  clientOf(request: FastifyRequest, address: string): string | Promise<string>;
  isFree(request: FastifyRequest): boolean;
}

/** Counts a request, sets the rate-limit headers, and throws if it exceeds the limit. */
export function rateLimiter({ limit, isOn, addresses, clients, clientOf, isFree }: RateLimit) {
  const refuses = (request: FastifyRequest, { remaining }: Standing) => isOn && remaining < 0 && !isFree(request);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { address } = request;
    // A batch that is refused anyway must not use up the limit of its address.
    const calls = Math.min(callsIn(request.url), maxCallsPerBatch + 1);
    const ofAddress = await addresses.spend(address, calls);
    if (refuses(request, ofAddress)) throw refused(reply, limit, ofAddress);
    const standing = await clients.spend(await clientOf(request, address), calls);
    if (refuses(request, standing)) throw refused(reply, limit, standing);
    announce(reply, limit, standing);
  };
}

function refused(reply: FastifyReply, limit: number, standing: Standing): ServiceError {
  announce(reply, limit, standing);
  const seconds = standing.resetSeconds;
  return new ServiceError('rate_limited', `Too many requests; try again in ${seconds} s`, { retryAfter: seconds });
}

function announce(reply: FastifyReply, limit: number, { remaining, resetSeconds }: Standing): void {
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', Math.max(0, remaining));
  reply.header('ratelimit-reset', resetSeconds);
  reply.header('ratelimit-policy', `${limit};w=${windowSeconds}`);
}
