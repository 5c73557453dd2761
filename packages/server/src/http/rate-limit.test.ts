import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, it } from 'vitest';
import { rateLimiter, type RateLimit } from './rate-limit.ts';

/** A window that does not end during a test. */
const windowOf = (points: number) => new RateLimiterMemory({ points, duration: 100_000 });

function given(options: Partial<RateLimit> = {}) {
  const limit = options.limit ?? 2;
  const count = rateLimiter({
    limit,
    limiter: windowOf(limit || 300),
    clientOf: ({ ip }) => ip,
    isFree: ({ url }) => url === '/api/health',
    ...options,
  });
  return async (ip: string, url = '/') => {
    const headers: Record<string, unknown> = {};
    const reply = { header: (name: string, value: unknown) => (headers[name] = value) } as unknown as FastifyReply;
    const error: unknown = await count({ ip, url } as FastifyRequest, reply).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { headers, error };
  };
}

describe('the rate limit', () => {
  it('tells every caller where it stands', async () => {
    const { headers } = await given()('a');
    expect(headers).toMatchObject({ 'ratelimit-limit': 2, 'ratelimit-remaining': 1, 'ratelimit-policy': '2;w=60' });
    expect(headers['ratelimit-reset']).toBeGreaterThan(0);
  });

  it('429 with the time to wait for one request too many, of that client only', async () => {
    const ask = given();
    const errors = [await ask('a'), await ask('a'), await ask('a'), await ask('b')].map(({ error }) => error);
    expect(errors).toMatchObject([undefined, undefined, { code: 'rate_limited', status: 429 }, undefined]);
    const { headers, error } = await ask('a');
    expect(headers).toMatchObject({ 'ratelimit-remaining': 0 });
    expect(error).toMatchObject({ details: { retryAfter: headers['ratelimit-reset'] } });
    expect(Number.isInteger(headers['ratelimit-reset'])).toBe(true);
  });

  it('never refuses what is free, which still has the headers', async () => {
    const ask = given({ limit: 1 });
    await ask('a');
    const { headers, error } = await ask('a', '/api/health');
    expect(error).toBeUndefined();
    expect(headers).toMatchObject({ 'ratelimit-limit': 1, 'ratelimit-remaining': 0 });
  });

  it('of 0 refuses nobody, and shows 300', async () => {
    const ask = given({ limit: 0, limiter: windowOf(1) });
    await ask('a');
    const { headers, error } = await ask('a');
    expect(error).toBeUndefined();
    expect(headers).toMatchObject({ 'ratelimit-limit': 300, 'ratelimit-policy': '300;w=60' });
  });

  it('counts in memory when nothing else is given', async () => {
    const ask = given({ limiter: undefined });
    expect((await ask('a')).headers['ratelimit-remaining']).toBe(1);
    expect((await ask('a')).headers['ratelimit-remaining']).toBe(0);
  });

  it('passes on the failure of whoever counts', async () => {
    const limiter = windowOf(1);
    limiter.consume = () => Promise.reject(new Error('down'));
    expect((await given({ limiter })('a')).error).toMatchObject({ message: 'down' });
  });
});
