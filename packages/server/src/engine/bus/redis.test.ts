import { createServer, type Socket } from 'node:net';
import { freePort } from '@parley/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { openRedis } from './redis.ts';
import type { Head } from '../store/heads.ts';

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;

/** The parts of Redis that notifications and counters need: publish and subscribe, and counters. */
function fakeRedis() {
  let isSilent = false;
  let counted = 0;
  const subscribers = new Set<Socket>();
  const sockets = new Set<Socket>();
  const replies: Record<string, (socket: Socket, channel: string, payload: string) => string> = {
    HELLO: () => `%1\r\n${bulk('proto')}:3\r\n`,
    SUBSCRIBE: (socket, channel) => {
      subscribers.add(socket);
      return `>3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`;
    },
    PUBLISH: (_, channel, payload) => {
      for (const each of subscribers) each.write(`>3\r\n${bulk('message')}${bulk(channel)}${bulk(payload)}`);
      return ':1\r\n';
    },
    EVAL: () => `*2\r\n:${(counted += 1)}\r\n:60000\r\n`,
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      subscribers.delete(socket);
    });
    socket.on('data', (data) => {
      for (const command of data
        .toString()
        .split(/^\*\d+\r\n/m)
        .slice(1)) {
        const [name, channel, payload] = [...command.matchAll(/^\$\d+\r\n([^]*?)\r\n(?=\$|$)/gm)].map((match) => match[1]!);
        const reply = replies[name!.toUpperCase()]?.(socket, channel!, payload!) ?? '+OK\r\n';
        if (!isSilent) socket.write(reply);
      }
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    listen,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    isHeard: () => subscribers.size > 0,
    counted: () => counted,
    keepSilent: (is: boolean) => (isSilent = is),
  };
}

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

it('carries notifications as soon as Redis is reachable and whenever it returns, and logs each change once', async () => {
  const port = await freePort();
  const log = { warn: vi.fn<() => void>(), info: vi.fn<() => void>() };
  const redis = openRedis(`redis://127.0.0.1:${port}`, log);
  closing.push(() => redis.close());
  const heard: Head[] = [];
  const bus = redis.bus((head) => heard.push(head));
  await vi.waitUntil(() => log.warn.mock.calls.length > 0, { timeout: 30_000 });
  const head = { spaceId: 's', rev: 1, sequence: 2, lastMs: 3 };
  bus.publish({ ...head, rev: 0 });
  for (let life = 1; life <= 2; life += 1) {
    const fake = fakeRedis();
    await fake.listen(port);
    await vi.waitUntil(() => log.info.mock.calls.length === life && fake.isHeard(), { timeout: 30_000 });
    // While Redis is slow, notifications are not sent: any of them can be lost.
    const isHeard = () => {
      bus.publish({ ...head, rev: life });
      return heard.some(({ rev }) => rev === life);
    };
    await vi.waitUntil(isHeard, { timeout: 30_000 });
    expect(heard).toContainEqual({ ...head, rev: life });
    await fake.stop();
    await vi.waitUntil(() => log.warn.mock.calls.length === life + 1, { timeout: 30_000 });
  }
  expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([3, 2]);
  expect([...new Set(heard.map(({ rev }) => rev))]).toEqual([1, 2]);
});

it('falls back to its own count, immediately after the first request, while a connected Redis does not answer', async () => {
  const port = await freePort();
  const fake = fakeRedis();
  await fake.listen(port);
  closing.push(() => fake.stop());
  const log = { warn: vi.fn<() => void>(), info: vi.fn<() => void>() };
  const redis = openRedis(`redis://127.0.0.1:${port}`, log);
  closing.push(() => redis.close());
  const bus = redis.bus(() => {});
  await vi.waitUntil(() => log.info.mock.calls.length > 0 || fake.isHeard(), { timeout: 30_000 });
  const counter = redis.counter({ name: 'test', points: 10, seconds: 60 });
  const left = async (whose = 'somebody') => (await counter.spend(whose, 1)).remaining;
  // Of somebody else: until Redis answers, the process counts by itself.
  await vi.waitUntil(async () => (await left('another')) === 10 - fake.counted(), { timeout: 30_000 });
  fake.keepSilent(true);
  const before = fake.counted();
  expect([await left(), await left(), await left()]).toEqual([9, 8, 7]);
  expect(fake.counted()).toBeLessThan(before + 3);
  bus.publish({ spaceId: 's', rev: 1, sequence: 2, lastMs: 3 });
  await bus.close();
  fake.keepSilent(false);
  // It is tried again after a while.
  await vi.waitUntil(async () => (await counter.spend('somebody', 0)) && fake.counted() > before + 1, {
    timeout: 30_000,
    interval: 100,
  });
});
