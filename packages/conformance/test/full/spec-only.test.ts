import { afterAll, beforeAll, expect, it } from 'vitest';
import { bare } from '../bare.ts';
import { startProxy } from '../proxy.ts';
import { usual, type Ours } from '../servers.ts';
import { hold } from '../suite.ts';

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

it('a server that implements only the specification passes --spec-only, and fails the additions', async () => {
  const spec = await hold({ ...server, url: proxy.url }, '--spec-only');
  expect(spec.report, spec.said).toBeDefined();
  expect(spec.report!.checks.filter(({ status }) => status === 'broken')).toEqual([]);
  expect(spec.code).toBe(0);
  expect(spec.report!.checks.every(({ kind }) => kind === 'spec')).toBe(true);
  expect(spec.report!.kept).toBeGreaterThan(300);

  const { code, report } = await hold({ ...server, url: proxy.url }, '--only', 'messages');
  expect([code, report!.broken > 0]).toEqual([1, true]);
});

it('--spec-only still notices broken promises of the specification', async () => {
  const lying = await startProxy(server.url, {
    ...bare,
    answer: async (passage) => {
      await bare.answer!(passage);
      if (passage.method === 'GET') passage.body = passage.body.replace('"privacy":"public"', '"privacy":"private"');
    },
  });
  const { code, report } = await hold({ ...server, url: lying.url }, '--spec-only', '--only', 'createSpace');
  await lying.stop();
  const broken = report!.checks.filter(({ status }) => status === 'broken').map(({ name }) => name);
  expect(broken).toEqual(['200 with defaults: public, open for a day, owned by "Owner"']);
  expect(code).toBe(1);
});
