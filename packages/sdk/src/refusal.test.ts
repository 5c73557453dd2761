import { expect, test } from 'vitest';
import { json, nothing, refusal, scripted } from '../test/scripted-fetch.ts';
import { Parley, RateLimitError } from './index.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const spaceThat = (...steps: Parameters<typeof scripted>) =>
  new Parley({ baseUrl: 'http://parley.test', fetch: scripted(...steps).fetch }).space({ spaceId, key: 'k' });

const inAnHour = 3_600_000;
const headers: [header: string, ms: number][] = [
  ['5', 5_000],
  ['1.5', 1_500],
  ['0', 1_000],
  ['', 1_000],
  ['-5', 1_000],
  ['NaN', 1_000],
  ['Infinity', 1_000],
  ['1e99', 1_000],
  ['soon', 1_000],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 1_000],
  ['Wed, 21 Oct 2999 07:28:00 GMT', inAnHour],
  ['99999999999', inAnHour],
];

test.for(headers)('Retry-After “%s” asks to wait for %i ms', async ([header, ms]) => {
  const busy = refusal(429, 'rate_limited', {}, { 'retry-after': header });
  const error = await spaceThat(busy)
    .get({ maxRetries: 0 })
    .catch((error: unknown) => error);
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ retryAfterMs: ms });
});

test('Retry-After as a date asks to wait until then', async () => {
  const date = new Date(Date.now() + 60_000).toUTCString();
  const error = await spaceThat(refusal(429, 'rate_limited', {}, { 'retry-after': date }))
    .get({ maxRetries: 0 })
    .catch((error: unknown) => error as RateLimitError);
  expect((error as RateLimitError).retryAfterMs).toBeGreaterThan(1_000);
  expect((error as RateLimitError).retryAfterMs).toBeLessThanOrEqual(60_000);
});

test('no client waits longer than five minutes before it tries again', async () => {
  const waits: number[] = [];
  const stop = new Error('long enough');
  const hooks = {
    retry: ({ waitMs }: { waitMs: number }) => {
      waits.push(waitMs);
      throw stop;
    },
  };
  const { fetch } = scripted(refusal(429, 'rate_limited', {}, { 'retry-after': '99999999999' }), json(nothing));
  const parley = new Parley({ baseUrl: 'http://parley.test', fetch, hooks });
  await expect(parley.space({ spaceId, key: 'k' }).get()).rejects.toBe(stop);
  expect(waits).toEqual([300_000]);
});
