import { connect } from 'node:net';
import { once } from 'node:events';
import { inTime, meeting, openStream, startServer } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve, type Served } from '../../src/surfaces/wire/served.fixture.ts';
import { version } from '../../src/version.ts';
import { databases, onOwnPostgres, onPostgres } from '../databases.ts';
import { eventually } from '../eventually.ts';

interface Report {
  status: string;
  checks: Record<string, string>;
  version: string;
  drainingSince?: string;
}

async function ready(url: string, path = '/api/ready'): Promise<{ status: number; report: Report }> {
  const response = await fetch(url + path);
  return { status: response.status, report: (await response.json()) as Report };
}

/** A check gives up after 1.5 s, and what it found is kept for one. */
const promptly = (url: string, path?: string) => inTime(1_400, () => ready(url, path), 1_100);

const allOk = { database: 'ok', migrations: 'ok', bus: 'ok', disk: 'ok' };

describe.each(databases)('on %s', (_, open) => {
  test('a process is ready once it listens, under both names', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const { url, stop } = await startServer(place.settings);
    onTestFinished(stop);
    for (const path of ['/api/ready', '/readyz']) {
      expect(await promptly(url, path)).toEqual({ status: 200, report: { status: 'ready', checks: allOk, version } });
    }
    const alive = await fetch(`${url}/livez`);
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
  });

  test('from SIGTERM on it is not ready, while its streams and new requests still work', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const server = await startServer({ ...place.settings, PARLEY_DRAIN_SECONDS: '120' });
    onTestFinished(() => server.kill());
    const { owner } = await meeting(server, 0);
    const streams = await Promise.all([openStream(server, owner), openStream(server, owner)]);
    await eventually(() => streams.every(({ events }) => events.some(({ event }) => event === 'context')));
    server.signal('SIGTERM');
    await eventually(async () => (await ready(server.url)).status === 503);
    const { report } = await promptly(server.url, '/readyz');
    expect(report).toMatchObject({ status: 'draining', checks: allOk, version });
    expect(Date.parse(report.drainingSince!)).toBeLessThanOrEqual(Date.now());
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    // A new stream works too.
    const late = await openStream(server, owner);
    await eventually(() => late.events.some(({ event }) => event === 'context'));
    // One that follows at once could be the same request.
    const asking = setInterval(() => server.signal('SIGTERM'), 500);
    expect(await server.ended.finally(() => clearInterval(asking))).toBe(0);
    for (const stream of [...streams, late]) expect(await stream.ended).toBe('ended');
  });
});

test('not ready while the database cannot be reached, and again as soon as it can', async () => {
  const place = await onOwnPostgres();
  onTestFinished(place.remove);
  const server = await startServer(place.settings, () => {});
  onTestFinished(() => server.stop());
  const seen: { status: number; report: Report }[] = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) seen.push(await ready(server.url));
  })();
  await place.interrupt!(5_000);
  await eventually(async () => (await ready(server.url)).status === 200);
  over.abort();
  await watching;
  const down = seen.filter(({ status }) => status === 503);
  expect(down.map(({ report }) => [report.status, report.checks['database'], report.checks['migrations']])).toContainEqual([
    'failed',
    'failed',
    'failed',
  ]);
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
});

test('not ready on a database that lacks migrations, such as an older backup; ready on one that has more', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const server = await startServer(place.settings);
  onTestFinished(() => server.stop());
  const table = 'drizzle.__drizzle_migrations';
  const expectReport = (status: number, migrations: string) =>
    eventually(async () => {
      const { status: said, report } = await ready(server.url);
      return said === status && report.checks['database'] === 'ok' && report.checks['migrations'] === migrations;
    });
  await place.sql(`delete from ${table} where created_at = (select max(created_at) from ${table})`);
  await expectReport(503, 'failed');
  await place.sql(`insert into ${table} (hash, created_at) values ('newer', 4102444800000)`);
  await expectReport(200, 'ok');
});

describe('limits', () => {
  async function limitedTo(settings: Record<string, string>): Promise<Served> {
    const served = await serve(settings);
    onTestFinished(() => served.close());
    return served;
  }

  test('no limit of requests counts or refuses a probe', async () => {
    const served = await limitedTo({ PARLEY_RATE_LIMIT: '1', PARLEY_RATE_LIMIT_ADDRESS: '2' });
    for (const path of ['/api/ready', '/readyz', '/livez', '/api/health']) {
      for (let i = 0; i < 5; i += 1) {
        const { status, headers } = await served.ask('GET', path);
        expect([status, headers['ratelimit-limit'], headers['ratelimit-remaining']], path).toEqual([200, '1', '1']);
      }
    }
    expect((await served.ask('GET', '/openapi.json')).status).toBe(200);
    expect((await served.ask('GET', '/openapi.json')).status).toBe(429);
    expect((await served.ask('GET', '/readyz')).status).toBe(200);
  });

  test('a probe is answered although all connections are taken, and other requests are told to come later', async () => {
    const served = await limitedTo({ PARLEY_MAX_CONNECTIONS: '3' });
    const { hostname, port } = new URL(served.url);
    const taken = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = connect(Number(port), hostname).on('error', () => {});
        await once(socket, 'connect');
        return socket;
      }),
    );
    for (const path of ['/api/ready', '/livez', '/api/health']) {
      expect(await served.exchange(`GET ${path} HTTP/1.1\r\nHost: parley\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 200 [^]*connection: close/i,
      );
    }
    const refused = await served.exchange('GET /docs HTTP/1.1\r\nHost: parley\r\n\r\n');
    expect(refused).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: \d+[^]*"code":"overloaded"/i);
    taken[0]!.destroy();
    await eventually(async () => (await served.ask('GET', '/docs')).status === 200);
    for (const socket of taken) socket.destroy();
  });
});
