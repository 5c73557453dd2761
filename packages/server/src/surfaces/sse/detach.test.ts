import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { detachFromHttp } from './detach.ts';
import { EventStream } from './sse.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Detached {
  stream: EventStream;
  reader: Socket;
  /** Whether the request or the response is still in memory. */
  isKept(): boolean;
}

/** A stream whose reader reads on request. */
async function detached(): Promise<Detached> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const reader = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void reader.destroy());
  reader.on('error', () => {}).pause();
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return new Promise((resolve) => {
    server.once('request', (request: IncomingMessage, response: ServerResponse) => {
      const refs = [new WeakRef(request), new WeakRef(response)];
      const stream = new EventStream(response, {});
      detachFromHttp(response);
      resolve({ stream, reader, isKept: () => refs.some((ref) => ref.deref()) });
    });
  });
}

/** Reads, and returns what has arrived so far. */
const text = (reader: Socket) => {
  let heard = '';
  reader.on('data', (chunk) => (heard += String(chunk))).resume();
  return () => heard;
};

it('keeps neither the request nor the response of an open stream', async () => {
  const { stream, reader, isKept } = await detached();
  await vi.waitUntil(
    () => {
      collectGarbage();
      return !isKept();
    },
    { timeout: 30_000 },
  );
  const heard = text(reader);
  stream.deliver([], Buffer.from('still here'));
  await vi.waitUntil(() => heard().endsWith('still here'), { timeout: 30_000 });
  expect(heard()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(stream.closed).toBe(false);
  stream.end();
});

it('delivers everything to a reader that was slow when it was detached', async () => {
  const { stream, reader } = await detached();
  const frames = Array.from({ length: 500 }, (_, i) => Buffer.from(`${i}:${'y'.repeat(20_000)};`));
  for (const frame of frames) stream.deliver([], frame);
  stream.end();
  const heard = text(reader);
  await once(reader, 'end');
  reader.end();
  expect(heard().slice(heard().indexOf('\r\n\r\n') + 4)).toBe(Buffer.concat(frames).toString());
});

it('ends when its client ends its side, or breaks off', async () => {
  for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
    const { stream, reader } = await detached();
    const heard = text(reader);
    await vi.waitUntil(() => heard().includes('\r\n\r\n'), { timeout: 30_000 });
    reader[leave]();
    await stream.gone;
    expect(stream.closed, leave).toBe(true);
  }
});

it('answers nothing more on its connection, and cuts a client that goes on sending', async () => {
  const { stream, reader } = await detached();
  const heard = text(reader);
  await vi.waitUntil(() => heard().includes('\r\n\r\n'), { timeout: 30_000 });
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  stream.deliver([], Buffer.from('one'));
  await vi.waitUntil(() => heard().endsWith('one'), { timeout: 30_000 });
  expect([heard().match(/HTTP\/1\.1/g)?.length, stream.closed]).toEqual([1, false]);
  reader.write('x'.repeat(1024 * 1024));
  await stream.gone;
});
