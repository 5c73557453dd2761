import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer, startServer, type Settings } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function expectRefusal(settings: Settings, name: string | RegExp): Promise<void> {
  const { code, stdout, stderr } = await runServer({ PARLEY_DATA_DIR: join(folder, 'data'), ...settings });
  expect(code).toBe(1);
  expect(stdout).not.toContain('listens');
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(name);
}

const secret = 'thirty-two bytes are the least to give';
const nowhere = 'postgres://parley:hidden-password@127.0.0.1:1/parley';

test.each<[string, Settings]>([
  ['PARLEY_X', { PARLEY_X: '1' }],
  ['PORT', { PORT: 'eighty' }],
  ['PORT', { PORT: '65536' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['PARLEY_RATE_LIMIT', { PARLEY_RATE_LIMIT: '-1' }],
  ['PARLEY_PUBLIC_URL', { PARLEY_PUBLIC_URL: 'ftp://parley' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://parley' }],
  ['PARLEY_DATABASE', { PARLEY_DATABASE: 'mysql' }],
  ['DATABASE_URL', { PARLEY_DATABASE: 'citus' }],
  ['PARLEY_METRICS_TOKEN', { PARLEY_METRICS_TOKEN: 'short' }],
  ['PARLEY_METRICS_PORT', { PARLEY_METRICS_PORT: '0' }],
  ['PARLEY_METRICS_PORT', { PORT: '9464', PARLEY_METRICS_PORT: '9464' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }],
  ['PARLEY_SECRET', { DATABASE_URL: nowhere }],
  ['PARLEY_SECRET', { DATABASE_URL: nowhere, PARLEY_SECRET: 'short' }],
])('a server with a wrong %s does not start and says so in one line', async (name, settings) => {
  await expectRefusal(settings, name);
});

test('an unreachable database is reported in one line without its password', async () => {
  const settings = { DATABASE_URL: nowhere, PARLEY_SECRET: secret };
  await expectRefusal(settings, '127.0.0.1:1');
  expect((await runServer(settings)).stderr).not.toContain('hidden-password');
});

test('a port in use is reported in one line', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expectRefusal({ PORT: String(port) }, /\bPORT=\d+/);
  await expectRefusal({ PARLEY_METRICS_PORT: String(port) }, /PARLEY_METRICS_PORT=\d+/);
  other.close();
});

test('a second process on a data folder is refused in one line, and the first continues', async () => {
  const data = join(folder, 'shared');
  const first = await startServer({ PARLEY_DATA_DIR: data });
  await expectRefusal({ PARLEY_DATA_DIR: data }, data);
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  await first.stop();
});

test('PARLEY_RATE_LIMIT=0 is logged at the start, because it leaves the server unprotected', async () => {
  let said = '';
  const settings = { PARLEY_DATA_DIR: join(folder, 'unlimited'), PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'warn' };
  const server = await startServer(settings, (text) => (said += text));
  await server.stop();
  expect(said).toContain('PARLEY_RATE_LIMIT=0');
});

test('a host that this machine does not have is named in one line', async () => {
  await expectRefusal({ HOST: '192.0.2.250' }, 'HOST=192.0.2.250');
});
