import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  ask,
  childrenOf,
  freePort,
  openSpace,
  openStream,
  Refused,
  runServer,
  startServer,
  type Settings,
  type Stream,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { scrape, sumOf, token } from '../scrape.ts';

let place: Place;
beforeAll(async () => void (place = await onPostgres()));
afterAll(() => place.remove());

/** A server of several workers, and what it says. */
async function start(workers: number, settings: Settings = {}) {
  const said: string[] = [];
  const own = { ...place.settings, LOG_LEVEL: 'info', PARLEY_WORKERS: String(workers), ...settings };
  const server = await startServer(own, (text) => said.push(text));
  const pids = () =>
    readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
      .split(' ')
      .flatMap((pid) => (pid.trim() === '' ? [] : Number(pid)));
  const checks = async (): Promise<Record<string, string>> => {
    const asking = fetch(`${server.url}/api/ready`, { signal: AbortSignal.timeout(10_000) });
    const ready = asking.then((response) => response.json() as Promise<{ checks: Record<string, string> }>);
    return (await ready.catch(() => ({ checks: {} }))).checks;
  };
  return { server, said: () => said.join(''), pids, checks };
}

type Started = Awaited<ReturnType<typeof start>>;

/** A request on a connection of its own, from an address. */
const post = ({ server }: Started, path: string, body: object, address: string) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { connection: 'close', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

describe('the limits of two workers count once', () => {
  const [perClient, perAddress, creations, connections] = [100, 200, 20, 300];
  let started: Started;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await freePort();
    started = await start(2, {
      PARLEY_RATE_LIMIT: String(perClient),
      PARLEY_RATE_LIMIT_ADDRESS: String(perAddress),
      PARLEY_SPACES_PER_HOUR: String(creations),
      PARLEY_MAX_CONNECTIONS: String(connections),
      PARLEY_TRUST_PROXY: '127.0.0.1',
      PARLEY_METRICS_TOKEN: token,
      PARLEY_METRICS_PORT: String(metricsPort),
    });
    await eventually(async () => (await started.checks())['workers'] === 'ok');
  });
  afterAll(() => started.server.stop());

  const countOf = (found: readonly { status: number }[], wanted: number) =>
    found.filter(({ status }) => status === wanted).length;

  test('requests of a client', async () => {
    const owner = await openSpace(started.server);
    const found = await Promise.all(
      Array.from({ length: perClient + 30 }, () =>
        fetch(`${started.server.url}/hub/space/${owner.spaceId}`, {
          headers: { connection: 'close', 'x-private-key': owner.key, 'x-forwarded-for': '192.0.2.1' },
        }),
      ),
    );
    expect([countOf(found, 200), countOf(found, 429)]).toEqual([perClient, 30]);
    const remaining = found.map(({ headers }) => Number(headers.get('ratelimit-remaining'))).toSorted((a, b) => a - b);
    expect(new Set(remaining).size).toBe(perClient);
  });

  test('requests of an address, and what it creates', async () => {
    const created = await Promise.all(
      Array.from({ length: creations + 10 }, () =>
        post(started, '/hub/space', { name: 'Workers', description: '' }, '192.0.2.2'),
      ),
    );
    expect([countOf(created, 200), countOf(created, 429)]).toEqual([creations, 10]);
    const others = await Promise.all(
      Array.from({ length: perAddress }, () =>
        fetch(`${started.server.url}/`, { headers: { connection: 'close', 'x-forwarded-for': '192.0.2.3' } }),
      ),
    );
    expect(others.filter(({ status }) => status === 429)).toHaveLength(perAddress - perClient);
  });

  test('streams of a key, which are free again when they end', async () => {
    const owner = await openSpace(started.server);
    const tries = await Promise.allSettled(Array.from({ length: 60 }, () => openStream(started.server, owner)));
    const streams = tries.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const refusals = tries.flatMap((each) => (each.status === 'rejected' ? (each.reason as Refused).status : []));
    expect([streams.length, refusals]).toEqual([50, Array.from({ length: 10 }, () => 429)]);
    for (const stream of streams) stream.leave();
    await eventually(() =>
      openStream(started.server, owner).then(
        ({ leave }) => (leave(), true),
        () => false,
      ),
    );
  });

  test('metrics of any worker are those of all', async () => {
    const owner = await openSpace(started.server);
    const send = () => answer(200, started.server, 'sendMessage', owner, { content: 'counted' });
    await Promise.all(Array.from({ length: 40 }, send));
    const ownPort = { url: `http://127.0.0.1:${metricsPort}` };
    const route = { http_route: '/hub/space/{spaceId}/messages', http_request_method: 'POST' };
    const count = async () => sumOf((await scrape(started.server)).samples, 'http_server_request_duration_seconds_count', route);
    // Of a worker that does not answer within a second, its last values count.
    await eventually(async () => (await count()) === 40);
    for (const place of [started.server, ownPort, started.server, ownPort]) {
      const { samples } = await scrape(place);
      expect(sumOf(samples, 'http_server_request_duration_seconds_count', route)).toBe(40);
      expect(sumOf(samples, 'parley_build_info')).toBe(1);
      expect(sumOf(samples, 'parley_connections_limit')).toBe(connections);
    }
  });

  test('connections', async () => {
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    const { hostname, port } = new URL(started.server.url);
    const open = async () => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      await new Promise((resolve) => socket.once('connect', resolve));
      sockets.push(socket);
      return socket;
    };
    for (let i = 0; i < connections; i += 1) await open();
    // Those beyond the maximum are ended after a while; connections of other tests may have gone by then.
    await eventually(async () => {
      const socket = await open();
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      let text = '';
      for await (const data of socket) text += String(data);
      return text.startsWith('HTTP/1.1 503');
    });
  });
});

test('streams at all workers see what is sent through any; a worker that is killed is replaced, and nothing is lost', async () => {
  const { server, pids, checks, said } = await start(2);
  onTestFinished(() => server.kill());
  expect(said().match(/Parley listens on/g)).toHaveLength(1);
  await eventually(async () => (await checks())['workers'] === 'ok');
  const owner = await openSpace(server);
  const follow = () => openStream(server, owner);
  // One after the other, because only then each worker gets some, however slow one of them is.
  const streams: Stream[] = [];
  for (let i = 0; i < 8; i += 1) streams.push(await follow());
  const seenBy = ({ events }: Stream) => events.flatMap((each) => (each.event === 'message' ? each.data.content : []));
  const sent: string[] = [];
  const send = async (content: string) => {
    // While its worker dies, a request can end without an answer, or get none: its connection was being handed to that worker.
    const none = { status: 0 };
    const asking = ask(server, 'sendMessage', owner, { content }).catch(() => none);
    const { status } = await Promise.race([asking, sleep(10_000, none, { ref: false })]);
    if (status === 200) sent.push(content);
  };
  for (let i = 0; i < 8; i += 1) await send(`before ${i}`);
  expect(sent).toHaveLength(8);
  await eventually(() => streams.every((stream) => seenBy(stream).length === 8));

  const ended: Stream[] = [];
  for (const stream of streams) void stream.ended.then(() => ended.push(stream));
  const [victim] = pids() as [number];
  let isOver = false;
  const sending = (async () => {
    for (let i = 0; !isOver; i += 1) await send(`meanwhile ${i}`);
  })();
  process.kill(victim, 'SIGKILL');
  await eventually(() => ended.length > 0 && sent.length > 20);
  await eventually(async () => pids().length === 2 && !pids().includes(victim) && (await checks())['workers'] === 'ok');
  isOver = true;
  await sending;
  // Some were at the worker that died, and the others went on.
  expect(ended.length).toBeLessThan(8);
  const again = await Promise.all(ended.map(follow));
  const others = streams.filter((stream) => !ended.includes(stream));
  await send('after');
  await eventually(() => [...again, ...others].every((stream) => seenBy(stream).at(-1) === 'after'));
  for (const stream of [...again, ...others]) expect(seenBy(stream)).toEqual(expect.arrayContaining(sent));

  const delays = () => [...said().matchAll(/"delayMs":(\d+)/g)].map(([, ms]) => Number(ms));
  // The youngest: one that has lived for a minute counts as healthy, and the delays begin again.
  process.kill(pids().at(-1)!, 'SIGKILL');
  await eventually(() => delays().length === 2);
  expect(delays()[1]).toBeGreaterThan(delays()[0]!);
  expect(said()).toMatch(/"worker":\d+[^\n]*"signal":"SIGKILL"/);

  const last = await Promise.all(Array.from({ length: 4 }, follow));
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  const endings = await Promise.all(last.map((stream) => stream.ended));
  expect(endings).toEqual(['ended', 'ended', 'ended', 'ended']);
});

test.each(['supervisor', 'first worker'])('SIGTERM to the %s ends a start that waits for its database, cleanly', async (whom) => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  const settings = { ...place.settings, DATABASE_URL: `postgres://parley@127.0.0.1:${port}/parley`, PARLEY_WORKERS: '2' };
  const { code, stdout } = await runServer(settings, [], (pid) => {
    void connected.then(() => process.kill(whom === 'supervisor' ? pid : childrenOf(pid)[0]!, 'SIGTERM'));
  });
  expect([code, stdout.includes('listens')]).toEqual([0, false]);
});

describe('what keeps workers from starting', () => {
  /** What a server says that does not start, with any number of workers. */
  const refusalOf = async (settings: Settings) => {
    // One after the other: each looks for a free port by listening there.
    const run = (n: string) => runServer({ ...place.settings, ...settings, PARLEY_WORKERS: n });
    const [one, two] = [await run('1'), await run('2')];
    expect([two.code, two.stderr]).toEqual([one.code, one.stderr]);
    return two;
  };

  test('a port in use', async () => {
    const taken = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => void taken.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const { code, stderr } = await refusalOf({ PORT: String(port) });
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^Port ${port} is already in use[^\n]+\n$`))]);
  });

  test('a database that cannot be reached', async () => {
    const { code, stderr } = await refusalOf({ DATABASE_URL: 'postgres://parley@127.0.0.1:1/parley' });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)]);
  });
});
