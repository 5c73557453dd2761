import { createServer, type Socket } from 'node:net';
import { freePort } from '@parley/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { openRedis } from './redis.ts';
import type { Head } from './store/heads.ts';

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;

/** So much of Redis as hints need: whoever subscribes hears what is published. */
function fakeRedis() {
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
        socket.write(replies[name!.toUpperCase()]?.(socket, channel!, payload!) ?? '+OK\r\n');
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
  };
}

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

it('carries hints as soon as Redis can be reached and whenever it comes back, and says so once each time', async () => {
  const port = await freePort();
  const log = { warn: vi.fn<() => void>(), info: vi.fn<() => void>() };
  const redis = openRedis(`redis://127.0.0.1:${port}`, log);
  closing.push(() => redis.close());
  const heard: Head[] = [];
  const bus = redis.bus((head) => heard.push(head));
  await vi.waitUntil(() => log.warn.mock.calls.length > 0);
  const head = { spaceId: 's', rev: 1, sequence: 2, lastMs: 3 };
  bus.publish(head);
  for (let life = 1; life <= 2; life += 1) {
    const fake = fakeRedis();
    await fake.listen(port);
    await vi.waitUntil(() => log.info.mock.calls.length === life && fake.isHeard(), { timeout: 30_000 });
    bus.publish({ ...head, rev: life });
    await vi.waitUntil(() => heard.length === life);
    expect(heard.at(-1)).toEqual({ ...head, rev: life });
    await fake.stop();
    await vi.waitUntil(() => log.warn.mock.calls.length === life + 1, { timeout: 30_000 });
  }
  expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([3, 2]);
});
