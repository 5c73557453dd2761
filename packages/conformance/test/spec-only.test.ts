import { afterAll, beforeAll, expect, it } from 'vitest';
import { bare } from './bare.ts';
import { startProxy } from './proxy.ts';
import { usual, type Ours } from './servers.ts';
import { hold } from './suite.ts';

let server: Ours;
let proxy: Awaited<ReturnType<typeof startProxy>>;

beforeAll(async () => {
  server = await usual('pglite');
  proxy = await startProxy(server.url, bare);
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

it('a server of the specification alone keeps all that --spec-only asks, and not what Parley adds', async () => {
  const spec = await hold({ ...server, url: proxy.url }, '--spec-only');
  expect(spec.report, spec.said).toBeDefined();
  expect(spec.report!.checks.filter(({ status }) => status === 'broken')).toEqual([]);
  expect(spec.code).toBe(0);
  expect(spec.report!.checks.every(({ kind }) => kind === 'spec')).toBe(true);
  expect(spec.report!.kept).toBeGreaterThan(300);

  const { code, report } = await hold({ ...server, url: proxy.url }, '--only', 'messages');
  expect([code, report!.broken > 0]).toEqual([1, true]);
});
