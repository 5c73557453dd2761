import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createArtifact, meeting, openStream, startServer, ask, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { isInstalled, kinds, Proxy, type KindName } from '../proxy.ts';
import { upload } from '../uploads.ts';

// The certificate of the proxies is made by the test and signed by nobody.
beforeAll(() => void (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'));
afterAll(() => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);

const names = Object.keys(kinds) as KindName[];
for (const name of names.filter((name) => !isInstalled(name)))
  console.warn(`SKIPPED: ${name} is not installed, so its configuration in the guide is not tested`);

test.each(names)('the guide has a configuration of %s', (name) => {
  const place = { folder: '/folder', upstream: '127.0.0.1:1', http: 2, https: 3 };
  const config = kinds[name].config(place);
  expect(config).toContain('127.0.0.1:1');
  expect(config).not.toMatch(/:8787|\/etc\/|\/var\/|listen (80|443)/);
});

describe.each(names)('behind %s as in the guide', (name) => {
  const isHere = isInstalled(name);
  const folder = mkdtempSync(join(tmpdir(), 'parley-proxied-'));
  const proxy = new Proxy();
  let server: TestServer;
  beforeAll(async () => {
    if (!isHere) return;
    server = await startServer({ PARLEY_DATA_DIR: folder, PARLEY_TRUST_PROXY: '127.0.0.1', PARLEY_RATE_LIMIT: '2000' });
    await proxy.start(name, new URL(server.url).host);
  });
  afterAll(async () => {
    await proxy.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.runIf(isHere)('events of a stream arrive while it is open', async () => {
    const { owner } = await meeting(proxy, 0);
    const stream = await openStream(proxy, owner);
    onTestFinished(() => stream.leave());
    await ask(proxy, 'sendMessage', owner, { content: 'Hello' });
    await eventually(() => stream.events.some(({ event }) => event === 'message'));
  });

  it.runIf(isHere)('the server notices that a client has left its stream', async () => {
    const { owner } = await meeting(proxy, 0);
    // One credential has at most 50 streams at a time.
    for (let i = 0; i < 60; i += 1) {
      const stream = await vi.waitFor(() => openStream(proxy, owner), { timeout: 60_000, interval: 500 });
      stream.leave();
      expect(await stream.ended).toBe('left');
    }
  });

  it.runIf(isHere)('the largest artifact passes', async () => {
    const { owner } = await meeting(proxy, 0);
    expect(await createArtifact(proxy, owner, '"'.repeat(1_040_000))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.runIf(isHere)('the largest file passes, as a form too', async () => {
    const { owner } = await meeting(proxy, 0);
    const bytes = new Uint8Array(10_485_760);
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'build.log');
    for (const body of [bytes, form]) expect((await upload(proxy, owner, body)).status).toBe(200);
  });

  it.runIf(isHere)('clients are counted by their own addresses, whatever they claim', async () => {
    expect(await remaining('127.0.0.2')).toBe(1999);
    expect(await remaining('127.0.0.3')).toBe(1999);
    expect(await remaining('127.0.0.2', { 'X-Forwarded-For': '192.0.2.1' })).toBe(1998);
  });

  it.runIf(isHere)('http is redirected to https', async () => {
    const { status, headers } = await fetch(`http://localhost:${proxy.http}/docs`, { redirect: 'manual' });
    expect([301, 308]).toContain(status);
    expect(headers.get('location')).toMatch(/^https:\/\/localhost.*\/docs$/);
  });

  it.runIf(isHere)('keys in addresses reach no log, not even when the server is away', async () => {
    const key = 'a1b2c3d4'.repeat(8);
    const path = `/hub/space/11111111-1111-4111-8111-111111111111/messages/stream?key=${key}`;
    expect((await fetch(proxy.url + path)).status).toBe(404);
    await server.stop();
    expect((await fetch(proxy.url + path)).status).toBe(502);
    await eventually(() => (name === 'nginx' ? /GET 502/ : /"level":"error"/).test(proxy.logs));
    expect(proxy.logs).not.toContain(key);
  });

  /** What is left of the rate limit of a client with an address. */
  const remaining = (localAddress: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const options = { localAddress, headers, host: 'localhost', family: 4, port: proxy.https, path: '/docs' };
      request(options, (response) => {
        response.resume();
        resolve(Number(response.headers['ratelimit-remaining']));
      })
        .on('error', reject)
        .end();
    });
});
