import { Writable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { EventStream } from './sse.ts';

/** A connection over which nothing ever arrives. */
class Stuck extends Writable {
  override _write(): void {}
  setNoDelay = () => this;
  setTimeout = () => this;
}

it('cuts who has not read what came before, not who is sent something large', () => {
  const socket = new Stuck();
  const stream = new EventStream({ socket, writeHead: () => {}, flushHeaders: () => {} } as unknown as ServerResponse, {});
  stream.live();
  stream.deliver([], Buffer.alloc(2 * 1024 * 1024));
  expect(socket.destroyed).toBe(false);
  stream.deliver([], Buffer.from('one more'));
  expect(socket.destroyed).toBe(true);
});
