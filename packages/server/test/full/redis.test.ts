import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  ask,
  freePort,
  hasRedis,
  openSpace,
  startPostgres,
  startRedis,
  startServer,
  type TestPostgres,
  type TestRedis,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { throttle } from '../../src/engine/limits/throttle.ts';
import { openRedis } from '../../src/engine/bus/redis.ts';
import { onPostgres } from '../databases.ts';
import { eventually } from '../eventually.ts';

const secret = 'a secret of the redis tests, long enough';
const available = hasRedis();
if (!available)
  console.warn('SKIPPED: redis-server is not installed, so notifications and the shared rate limit by Redis are not tested');

test('if Redis is unreachable, a server starts, logs that once, and serves', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  let said = '';
  const settings = { ...place.settings, REDIS_URL: `redis://127.0.0.1:${await freePort()}` };
  const servers = await Promise.all([startServer(settings, (text) => (said += text)), startServer(settings, () => {})]);
  onTestFinished(() => Promise.all(servers.map((server) => server.stop())).then(() => {}));
  const owner = await openSpace(servers[0]);
  const waiting = ask(servers[1], 'listMessages', owner, { wait: 20 });
  await answer(200, servers[0], 'sendMessage', owner, { content: 'hello' });
  // The sweep delivers what the bus does not.
  expect(await waiting).toMatchObject({ status: 200, body: { messages: [{ content: 'hello' }] } });
  expect((await waiting).headers.get('ratelimit-remaining')).toBe('299');
  await sleep(2_000);
  expect(said.match(/Redis is unreachable/g)).toHaveLength(1);
  expect(said).not.toContain('a background task failed');
});

describe.runIf(available)('Redis', () => {
  let postgres: TestPostgres;
  let redis: TestRedis;

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  });
  afterAll(async () => {
    await redis.stop();
    await postgres.stop();
  });

  const pair = async () => {
    const settings = { DATABASE_URL: postgres.url, PARLEY_SECRET: secret, REDIS_URL: redis.url };
    const servers = await Promise.all([startServer(settings), startServer(settings)]);
    // Until it is connected, a server counts by itself.
    for (const { url } of servers) {
      await eventually(async () => {
        const { checks } = (await (await fetch(`${url}/readyz`)).json()) as { checks: Record<string, string> };
        return checks['bus'] === 'ok';
      });
    }
    return servers;
  };
  const post = (url: string, body: object, key?: string) =>
    fetch(url, { method: 'POST', body: JSON.stringify(body), headers: key ? { 'x-private-key': key } : {} });

  it('counts tries of all processes together, without those that are given back', async () => {
    const log = { info: () => {}, warn: () => {} };
    const processes = [openRedis(redis.url, log), openRedis(redis.url, log)];
    const [one, two] = processes.map(({ counter: openCounter }) => {
      return throttle({ openCounter, secret }, { name: 'tries of a test', points: 2, seconds: 3_600 });
    });
    // Until both are connected, each counts by itself.
    let probes = 0;
    await eventually(async () => {
      const probe = `probe ${(probes += 1)}`;
      for (const each of [one!, one!]) await each.mayTry(probe);
      return !(await two!.mayTry(probe));
    });
    expect([await one!.mayTry('a'), await two!.mayTry('a'), await one!.mayTry('a')]).toEqual([true, true, false]);
    for (const each of [one!, two!]) await each.giveBack('a');
    expect([await one!.mayTry('a'), await two!.mayTry('a')]).toEqual([true, false]);
    for (const each of processes) await each.close();
  });

  it('counts password guesses for all processes together', async () => {
    const servers = await pair();
    try {
      const guess = async (url: string, i: number) => {
        const headers = { origin: url };
        const body = new URLSearchParams({ email: `human${i}@example.org`, password: 'not the right password' });
        return (await fetch(`${url}/login`, { method: 'POST', headers, body, redirect: 'manual' })).headers.get('location');
      };
      const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => guess(servers[i % 2]!.url, i)));
      expect(answers.filter((location) => location!.includes('refused=often'))).toHaveLength(2);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });

  it('carries notifications, shares the rate limit between processes, and can fail', async () => {
    const [one, two] = await pair();
    try {
      const created = await post(`${one.url}/hub/space`, { name: 'Redis', description: '' });
      const { spaceId, ownerPrivateKey: key } = (await created.json()) as { spaceId: string; ownerPrivateKey: string };
      const messages = `/hub/space/${spaceId}/messages`;
      const waiting = fetch(`${two.url}${messages}?wait=20`, { headers: { 'x-private-key': key } });
      const sent = await post(`${one.url}${messages}`, { content: 'hello' }, key);
      const seen = await waiting;
      expect(await seen.json()).toMatchObject({ messages: [{ content: 'hello' }] });
      const remaining = [seen, sent].map(({ headers }) => Number(headers.get('ratelimit-remaining')));
      expect(remaining.toSorted((a, b) => a - b)).toEqual([298, 299]);

      await redis.stop();
      const without = await post(`${one.url}${messages}`, { content: 'still here' }, key);
      expect(without.status).toBe(200);
      const repaired = await fetch(`${two.url}${messages}?after=1&wait=20`, { headers: { 'x-private-key': key } });
      expect(await repaired.json()).toMatchObject({ messages: [{ content: 'still here' }] });
      redis = await startRedis();
    } finally {
      await Promise.all([one.stop(), two.stop()]);
    }
  });

  it('is used as soon as it is reachable, even if it was not at the start', async () => {
    const port = await freePort();
    const settings = { DATABASE_URL: postgres.url, PARLEY_SECRET: secret, REDIS_URL: `redis://127.0.0.1:${port}` };
    const said = ['', ''];
    const servers = await Promise.all(said.map((_, i) => startServer(settings, (text) => (said[i] += text))));
    const late = await startRedis(port);
    try {
      await eventually(() => said.every((text) => text.includes('Redis is reachable')));
      const owner = await openSpace(servers[0]!);
      const remaining = [];
      for (const server of servers) {
        remaining.push(Number((await ask(server, 'listMessages', owner)).headers.get('ratelimit-remaining')));
      }
      expect(remaining[1]).toBe(remaining[0]! - 1);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await late.stop();
    }
  });
});
