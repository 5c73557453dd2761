import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  hasPgBouncer,
  meeting,
  openStream,
  runServer,
  startPgBouncer,
  startServer,
  type Settings,
  type TestServer,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { workersOf } from '../crew.ts';
import { onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { Reader } from '../reader.ts';

const available = hasPgBouncer();
if (!available) console.warn('SKIPPED: PgBouncer in transaction mode, because it is not installed');

const deaf = /notifications do not come back from the database: set DATABASE_LISTEN_URL/;
const workMs = 3_000;

describe.runIf(available)('behind PgBouncer in transaction mode', () => {
  let place: Place;
  beforeAll(async () => (place = await onPostgres()));
  afterAll(() => place.remove());

  const direct = () => place.settings['DATABASE_URL']!;

  /** Two processes whose statements go through a pool; what they log. */
  async function behind(pool: readonly string[], settings: Settings) {
    const { url, stop } = await startPgBouncer(direct(), pool);
    onTestFinished(stop);
    let said = '';
    const start = async () => {
      const server = await startServer({ ...place.settings, ...settings, DATABASE_URL: url }, (text) => (said += text));
      onTestFinished(() => server.stop());
      return server;
    };
    const servers: [TestServer, TestServer] = [await start(), await start()];
    return { servers, said: () => said };
  }

  const ignoring = [
    'ignore_startup_parameters = enable_seqscan,enable_hashjoin,enable_mergejoin,enable_sort,jit,plan_cache_mode',
  ];

  it.each([
    ['that refuses settings of a session', [], {}],
    ['that ignores them', ignoring, {}],
    ['that the operator names', [], { PARLEY_DATABASE_PREPARE: 'off' }],
  ])('a pool %s loses nothing that was answered, and wakes the other process', async (_, pool, settings: Settings) => {
    const { servers, said } = await behind(pool, { ...settings, DATABASE_LISTEN_URL: direct(), PARLEY_RATE_LIMIT: '0' });
    const [first, second] = servers;
    const { owner, invitation, crew } = await meeting(first, 7);
    const workers = await workersOf(first, crew, invitation);
    const reader = new Reader(owner);
    const over = new AbortController();
    const working = [
      reader.follow(second, over.signal),
      ...workers.map((worker, i) => worker.work(servers[i % 2]!, over.signal)),
    ];
    await sleep(workMs);
    await eventually(() => reader.messages.length > 10);
    over.abort();
    await Promise.all(working);
    for (const worker of workers) await worker.retry(second);
    await reader.catchUp(first);
    for (const worker of workers) await worker.check(first, reader);
    expect(reader.messages.length).toBeGreaterThan(10);
    expect(reader.polled.map(({ id }) => id)).toEqual(reader.messages.map(({ id }) => id));
    expect(said()).not.toMatch(deaf);
    expect(said()).not.toMatch(/"level":[56]0/);
  });

  it('without a direct connection says once that notifications are lost, and others see messages anyway', async () => {
    const { servers, said } = await behind([], {});
    const [first, second] = servers;
    const { owner } = await meeting(first, 1);
    const stream = await openStream(second, owner);
    onTestFinished(() => stream.leave());
    await answer(200, first, 'sendMessage', owner, { content: 'Hello' });
    await eventually(() => stream.events.some(({ event }) => event === 'message'));
    await eventually(() => said().split(deaf).length === servers.length + 1);
  });

  it('the check notices that notifications are lost, and a backup and the check use the direct connection', async () => {
    const { url, stop } = await startPgBouncer(direct());
    onTestFinished(stop);
    const { servers } = await behind([], { DATABASE_LISTEN_URL: direct() });
    await meeting(servers[0], 1);
    const settings = { ...place.settings, DATABASE_URL: url };
    const checked = await runServer({ ...settings, DATABASE_LISTEN_URL: direct() }, ['check']);
    expect(checked.stdout).toMatch(/^ok +database: [^]*^ok +bus: /m);
    expect(checked.code).toBe(0);
    const lost = await runServer(settings, ['check']);
    expect(lost.stdout).toMatch(/^FAILED +bus: notifications of PostgreSQL do not arrive/m);
    expect(lost.code).toBe(1);
    const backup = await runServer({ ...settings, DATABASE_LISTEN_URL: direct() }, ['backup']);
    expect(backup).toMatchObject({ code: 0, stderr: 'Backup complete\n' });
  });

  it('a wrong value, and a second way without a first, are refused in one line', async () => {
    for (const [settings, words] of [
      [{ ...place.settings, PARLEY_DATABASE_PREPARE: 'on' }, 'PARLEY_DATABASE_PREPARE'],
      [{ DATABASE_LISTEN_URL: direct() }, 'DATABASE_URL is required with DATABASE_LISTEN_URL'],
    ] as const) {
      const { code, stderr } = await runServer(settings);
      expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
      expect(stderr).toContain(words);
    }
  });
});
