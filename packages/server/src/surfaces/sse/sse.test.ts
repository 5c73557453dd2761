import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EventStream } from './sse.ts';

/** A connection whose reader never reads. */
class Stuck extends Writable {
  override _write(): void {}
  setNoDelay = () => this;
  setTimeout = () => this;
}

const patience = { keepAliveMs: 100_000, stuckMs: 300 };

/** A stream over a real connection, whose reader reads on request. */
async function opened(times = patience): Promise<{ stream: EventStream; reader: Socket }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void reader.destroy());
  reader.on('error', () => {}).pause();
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { stream: new EventStream(response, {}, times), reader };
}

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'x');

it('cuts a reader that lags behind, but not one that gets a single large event', () => {
  const socket = new Stuck();
  const stream = new EventStream({ socket, writeHead: () => {}, flushHeaders: () => {} } as unknown as ServerResponse, {});
  stream.live();
  stream.deliver([], Buffer.alloc(2 * 1024 * 1024));
  expect(socket.destroyed).toBe(false);
  stream.deliver([], Buffer.from('one more'));
  expect(socket.destroyed).toBe(true);
});

it('cuts a reader that takes nothing for too long, also during the replay', async () => {
  const { stream } = await opened();
  stream.deliver([], megabytes(32));
  await stream.gone;
  expect(stream.closed).toBe(true);
  await stream.room();
});

it('does not cut a slow reader', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { stream, reader } = await opened({ ...patience, stuckMs: 6_000 });
  stream.deliver([], megabytes(32));
  let read = 0;
  reader.on('data', (chunk) => (read += chunk.length));
  for (let i = 1; i <= 10; i += 1) {
    vi.advanceTimersByTime(800);
    reader.resume();
    while (read < i * 2 * 1024 * 1024) await once(reader, 'data');
    reader.pause();
  }
  expect(stream.closed).toBe(false);
  reader.resume();
  await stream.room();
  expect(stream.closed).toBe(false);
  stream.end();
  await once(reader, 'close');
  expect(read).toBeGreaterThan(32 * 1024 * 1024);
});

it('delivers everything in order, however it was split into pieces', async () => {
  const { stream, reader } = await opened({ ...patience, stuckMs: 60_000 });
  const frames = Array.from({ length: 2_000 }, (_, i) => Buffer.from(`${i}:${'y'.repeat((i * 7_919) % 20_000)};`));
  for (const frame of frames) stream.deliver([], frame);
  let text = '';
  reader.on('data', (chunk: Buffer) => (text += chunk.toString('latin1'))).resume();
  await stream.room();
  for (const frame of frames) stream.deliver([], frame);
  stream.end();
  await once(reader, 'close');
  expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(Buffer.concat([...frames, ...frames]).toString('latin1'));
});

it('keeps a quiet connection alive with comments', async () => {
  const { stream, reader } = await opened({ ...patience, keepAliveMs: 20 });
  reader.resume();
  let text = '';
  while (!text.includes(': keep-alive\n\n: keep-alive\n\n')) text += String((await once(reader, 'data'))[0]);
  expect(stream.closed).toBe(false);
  stream.end();
});

it('ends immediately for a client that disconnected before it opened', async () => {
  const socket = new Stuck();
  socket.destroy();
  // No further event will report the end.
  await once(socket, 'close');
  const stream = new EventStream({ socket, writeHead: () => {}, flushHeaders: () => {} } as unknown as ServerResponse, {});
  await stream.gone;
  expect(stream.closed).toBe(true);
});
