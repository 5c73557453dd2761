import { contract } from '@parley/core';
import type { FastifyContextConfig } from 'fastify';
import { describe, expect, it } from 'vitest';
import { Workload } from '../../call/admission/workload.ts';
import { Windows } from '../../engine/limits/windows.ts';
import { callsIn } from './calls.ts';
import { rateLimiter, type RateLimit } from './rate-limit.ts';

const configOf = (url: string): FastifyContextConfig => ({
  ...(url === '/api/health' && { operation: contract().health }),
  ...(url.startsWith('/trpc/') && { callsIn }),
});

/** Windows that end when the test decides. */
function given(options: Partial<RateLimit> & { ofAddress?: number } = {}) {
  let time = 0;
  const now = () => time;
  const { limit = 2, ofAddress = 1_000 } = options;
  const limits: RateLimit = {
    limit,
    isOn: true,
    addresses: new Windows({ limit: ofAddress, seconds: 60, now }),
    clients: new Windows({ limit, seconds: 60, now }),
    refused: () => {},
    workload: new Workload({ most: 1 }),
    clientOf: ({ headers }, address) => headers.authorization ?? address,
    ...options,
  };
  const { limitRate } = rateLimiter(limits);
  return {
    pass: (seconds: number) => (time += seconds * 1000),
    async ask(address: string, { url = '/', key }: { url?: string; key?: string } = {}) {
      const headers: Record<string, unknown> = {};
      const reply = { header: (name: string, value: unknown) => (headers[name] = value) };
      const params = {};
      const routeOptions = { url, config: configOf(url) };
      const request = { address, url, headers: { authorization: key }, credential: undefined, params, routeOptions };
      const error = await new Promise<unknown>((resolve) => limitRate(request, reply, resolve));
      return { headers, error };
    },
  };
}

describe('the rate limit', () => {
  it('reports its state to every caller', async () => {
    const { headers } = await given().ask('a');
    expect(headers).toMatchObject({ 'ratelimit-limit': 2, 'ratelimit-remaining': 1, 'ratelimit-policy': '2;w=60' });
    expect(headers['ratelimit-reset']).toBe(60);
  });

  it('429 with the time to wait for a request above the limit, only for that client', async () => {
    const { ask } = given();
    const errors = [await ask('a'), await ask('a'), await ask('a'), await ask('b')].map(({ error }) => error);
    expect(errors).toMatchObject([undefined, undefined, { code: 'rate_limited' }, undefined]);
    const { headers, error } = await ask('a');
    expect(headers).toMatchObject({ 'ratelimit-remaining': 0 });
    expect(error).toMatchObject({ details: { retryAfter: headers['ratelimit-reset'] } });
  });

  it('accepts requests again when the window has ended, as announced', async () => {
    const { ask, pass } = given({ limit: 1 });
    await ask('a');
    pass(59);
    const { headers, error } = await ask('a');
    expect([headers['ratelimit-reset'], error]).toMatchObject([1, { code: 'rate_limited' }]);
    pass(1);
    expect((await ask('a')).error).toBeUndefined();
  });

  it('never refuses exempt requests, which still have the headers', async () => {
    const { ask } = given({ limit: 1, ofAddress: 1 });
    await ask('a');
    const { headers, error } = await ask('a', { url: '/api/health' });
    expect(error).toBeUndefined();
    expect(headers).toMatchObject({ 'ratelimit-limit': 1, 'ratelimit-remaining': 0 });
  });

  it('refuses nobody when it is off, and still counts', async () => {
    const { ask } = given({ limit: 1, ofAddress: 1, isOn: false });
    await ask('a');
    const { headers, error } = await ask('a');
    expect(error).toBeUndefined();
    expect(headers).toMatchObject({ 'ratelimit-remaining': 0 });
  });

  it('429 for an address above its ceiling, whatever keys it sends', async () => {
    const { ask } = given({ ofAddress: 3 });
    const asked = [];
    for (const key of ['1', '2', '3', '4']) asked.push((await ask('a', { key })).error);
    expect(asked).toMatchObject([undefined, undefined, undefined, { code: 'rate_limited' }]);
    expect((await ask('b', { key: '4' })).error).toBeUndefined();
  });

  it('looks up no key once the address has spent its ceiling', async () => {
    let asked = 0;
    const { ask } = given({ ofAddress: 1, clientOf: () => `client ${(asked += 1)}` });
    await ask('a');
    await ask('a');
    expect(asked).toBe(1);
  });

  it('charges each call of a batch', async () => {
    const { ask } = given({ limit: 5 });
    const { headers } = await ask('a', { url: '/trpc/health,health,health?batch=1' });
    expect(headers['ratelimit-remaining']).toBe(2);
    expect((await ask('a', { url: '/trpc/health,health,health?batch=1' })).error).toMatchObject({ code: 'rate_limited' });
  });

  describe('while the server has too much to do', () => {
    /** A server that works on as much as it can, and counts the clients it looks up. */
    function busy(options: Parameters<typeof given>[0] = {}) {
      let looked = 0;
      const workload = new Workload({ most: 1 });
      workload.begin();
      const asked = given({ ...options, workload, clientOf: () => `client ${(looked += 1)}` });
      return { ...asked, looked: () => looked, end: () => workload.end() };
    }

    it('503 for everything but probes and the assets of a page, before a client is looked up or counted', async () => {
      const { ask, looked } = busy();
      for (const url of ['/', '/hub/space/1/messages', '/mcp', '/docs']) {
        const { headers, error } = await ask('a', { url, key: '1' });
        expect(error, url).toMatchObject({ code: 'overloaded', details: { retryAfter: expect.any(Number) } });
        expect(headers, url).toHaveProperty('ratelimit-limit');
      }
      expect(looked()).toBe(0);
      for (const url of ['/api/health', '/assets/app.js']) expect((await ask('a', { url })).error, url).toBeUndefined();
    });

    it('an address that asks too much still gets 429: refusals count for it', async () => {
      const { ask } = busy({ ofAddress: 2 });
      const errors = [await ask('a'), await ask('a'), await ask('a')].map(({ error }) => error);
      expect(errors).toMatchObject([{ code: 'overloaded' }, { code: 'overloaded' }, { code: 'rate_limited' }]);
    });

    it('refuses although the rate limits are off, and nobody any more once the work is done', async () => {
      const { ask, end } = busy({ isOn: false });
      expect((await ask('a')).error).toMatchObject({ code: 'overloaded' });
      end();
      await new Promise(setImmediate);
      expect((await ask('a')).error).toBeUndefined();
    });
  });

  it('passes on the failure of a counter', async () => {
    const clients = { spend: () => Promise.reject(new Error('down')) };
    expect((await given({ clients }).ask('a')).error).toMatchObject({ message: 'down' });
  });
});
