import { isDeepStrictEqual } from 'node:util';
import {
  answer,
  hasNats,
  hasRedis,
  openSpace,
  openStream,
  relayTo,
  startNats,
  startRedis,
  type Relay,
  type Server,
  type TestServer,
} from '@parley/testing';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { postgresBus, type Bus } from '../../src/engine/bus/bus.ts';
import { natsBus, tryNats } from '../../src/engine/bus/nats.ts';
import { openRedis } from '../../src/engine/bus/redis.ts';
import type { Head } from '../../src/engine/store/heads.ts';
import { openNotifier } from '../../src/engine/store/notifier.ts';
import { startCluster } from '../cluster.ts';
import { eventually } from '../eventually.ts';

type Log = { info: (...words: unknown[]) => void; warn: (...words: unknown[]) => void };
const quiet: Log = { info: () => {}, warn: () => {} };

/** Opens a bus over what listens at a URL. */
type Open = (url: string, wake: (head: Head) => void, log?: Log) => Promise<Bus>;

const overPostgres: Open = async (url, wake) => {
  const listener = { failed: () => {}, deaf: () => {}, knock: async () => {} };
  return postgresBus((listening) => openNotifier(url, listening), wake, listener);
};
const overRedis: Open = async (url, wake, log = quiet) => {
  const redis = openRedis(url, log);
  const bus = redis.bus(wake);
  return { ...bus, close: () => bus.close().then(redis.close) };
};
const overNats: Open = async (url, wake, log = quiet) => natsBus(url, wake, log);

const postgres = async () => ({ url: inject('postgres').url, stop: async () => {} });
const buses = [
  { name: 'PostgreSQL', start: postgres, open: overPostgres, isInstalled: true, canStartLater: false },
  { name: 'Redis', start: () => startRedis(), open: overRedis, isInstalled: hasRedis(), canStartLater: true },
  { name: 'NATS', start: () => startNats(), open: overNats, isInstalled: hasNats(), canStartLater: true },
];
for (const { name, isInstalled } of buses)
  if (!isInstalled) console.warn(`SKIPPED: ${name} is not installed, so its bus is not tested`);

const head = (spaceId: string, sequence: number): Head => ({ spaceId, rev: sequence, sequence, lastMs: 1_700_000_000_000 });

/** Two processes on a bus, which a test can interrupt. */
async function pairOn({ start, open }: (typeof buses)[number]) {
  const { url, stop } = await start();
  const relay = await relayTo(Number(new URL(url).port));
  const through = Object.assign(new URL(url), { port: relay.port }).href;
  const heard: Head[] = [];
  const [one, two] = [await open(through, () => {}), await open(through, (given) => heard.push(given))];
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
    await relay.stop();
    await stop();
  });
  /** Hints can be lost until both listen. */
  let sequence = 0;
  const arrives = () =>
    eventually(async () => {
      one.publish(head('probe', (sequence += 1)));
      await new Promise((resolve) => setTimeout(resolve, 20));
      return heard.some((each) => each.sequence === sequence);
    });
  return { one, two, relay, heard, arrives };
}

const installed = buses.filter(({ isInstalled }) => isInstalled);

describe.each(installed)('a bus over $name', (kind) => {
  test('carries the newest head of each space to other processes', async () => {
    const { one, two, heard, arrives } = await pairOn(kind);
    await arrives();
    const ofSpaces = () => heard.filter(({ spaceId }) => spaceId !== 'probe');
    // Hints can be lost while the bus stands still: then all are sent again.
    await eventually(async () => {
      heard.length = 0;
      for (let i = 1; i <= 250; i += 1) for (const sequence of [i, i + 1]) one.publish(head(`space-${i}`, sequence));
      return eventually(() => ofSpaces().length >= 250, 5_000).catch(() => false);
    });
    const expected = Array.from({ length: 250 }, (_, i) => head(`space-${i + 1}`, i + 2));
    expect(ofSpaces().toSorted((a, b) => a.sequence - b.sequence)).toEqual(expected);
    await eventually(() => one.isUp() && two.isUp());
  });

  test('says that it is down while it is unreachable, and carries hints again afterwards', async () => {
    const { one, two, relay, arrives } = await pairOn(kind);
    await arrives();
    relay.block(true);
    await eventually(() => !one.isUp() && !two.isUp());
    one.publish(head('lost', 1));
    relay.block(false);
    await eventually(() => one.isUp() && two.isUp());
    await arrives();
  });
});

// A server cannot start without its PostgreSQL.
describe.each(installed.filter(({ canStartLater }) => canStartLater))('an optional bus over $name', (kind) => {
  test('opens while it is unreachable, logs each change once, and is used as soon as it can be', async () => {
    const { url, stop } = await kind.start();
    onTestFinished(stop);
    const relay: Relay = await relayTo(Number(new URL(url).port));
    onTestFinished(() => relay.stop());
    relay.block(true);
    const through = Object.assign(new URL(url), { port: relay.port }).href;
    const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>() };
    const bus = await kind.open(through, () => {}, log);
    onTestFinished(() => bus.close());
    await eventually(() => log.warn.mock.calls.length > 0);
    bus.publish(head('lost', 1));
    expect(bus.isUp()).toBe(false);
    relay.block(false);
    await eventually(() => bus.isUp());
    expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1]);
  });
});

describe.runIf(hasNats())('two processes on one PostgreSQL with NATS', () => {
  test('see what the other writes, also while NATS is down, and say so', async () => {
    let nats = await startNats();
    const cluster = await startCluster(2, { NATS_URL: nats.url });
    onTestFinished(async () => {
      await cluster.stop();
      await nats.stop();
    });
    const [one, two] = cluster.servers as [TestServer, TestServer];
    const owner = await openSpace(one);
    const busOf = async ({ url }: Server) => ((await (await fetch(`${url}/api/ready`)).json()) as { checks: object }).checks;
    const seen: string[] = [];
    const stream = await openStream(two, owner, {}, ({ event, data }) => event === 'message' && void seen.push(data.content));
    const sends = async (content: string) => {
      await answer(200, one, 'sendMessage', owner, { content });
      await eventually(() => seen.includes(content));
    };
    await sends('over NATS');
    await eventually(async () =>
      isDeepStrictEqual(await busOf(two), { database: 'ok', migrations: 'ok', bus: 'ok', disk: 'ok' }),
    );
    await nats.stop();
    await sends('without NATS');
    await eventually(async () => {
      const response = await fetch(`${two.url}/api/ready`);
      const { checks } = (await response.json()) as { checks: { bus: string } };
      return checks.bus === 'degraded' && response.status === 200;
    });
    nats = await startNats(Number(new URL(nats.url).port));
    await eventually(async () => 'ok' === ((await busOf(two)) as { bus: string }).bus);
    await sends('over NATS again');
    stream.leave();
  });
});

describe.runIf(hasNats())('NATS with credentials', () => {
  const password = 'p@ss/word:1';
  test.each([
    ['a user and a password', ['--user', 'parley', '--pass', password], `parley:${encodeURIComponent(password)}`],
    ['a token', ['--auth', password], encodeURIComponent(password)],
  ])('%s in its URL: they are used, and nothing shows them', async (_, words, credentials) => {
    const nats = await startNats(undefined, words);
    onTestFinished(() => nats.stop());
    const { host } = new URL(nats.url);
    await tryNats(`nats://${credentials}@${host}`);
    // It gives up after two seconds, and NATS can stand still as long.
    const refusal = async (url: string): Promise<unknown> => {
      const error: unknown = await tryNats(url).catch((error: unknown) => error);
      return /timeout/i.test(String(error)) ? refusal(url) : error;
    };
    for (const wrong of ['', 'parley:another@', 'another@'])
      expect(String(await refusal(`nats://${wrong}${host}`))).toMatch(/authorization/i);
    const said: string[] = [];
    const note = (...words: unknown[]) =>
      void said.push(JSON.stringify(words, (_, each: unknown) => (each instanceof Error ? String(each.stack) : each)));
    const bus = natsBus(`nats://${credentials}x@${host}`, () => {}, { info: note, warn: note });
    await eventually(() => said.length > 0);
    await bus.close();
    expect(said.join()).not.toContain('word');
  });
});
