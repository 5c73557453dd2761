import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerJobs } from '../child.ts';
import type { Heard, Order } from './crowd.ts';

const atOnce = 100;
const settleMs = 500;
/** A busy machine needs long, but nothing may be missing. */
const patienceMs = 60_000;
const buffer = Buffer.allocUnsafe(256 * 1024);
const groups = new Map<string, Stream[]>();

class Stream {
  heard = 0;
  readonly #socket;

  constructor(port: number) {
    const callback = (bytes: number) => {
      this.heard += bytes;
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback } });
  }

  async ask(request: Buffer): Promise<void> {
    await once(this.#socket, 'connect');
    this.#socket.write(request);
    while (this.heard === 0) await sleep(1);
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Opens the streams of a group and waits for their first events. */
async function listen({ group, port, count, request }: Extract<Order, { do: 'listen' }>): Promise<void> {
  const streams: Stream[] = [];
  groups.set(group, streams);
  while (streams.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - streams.length) }, () => new Stream(port));
    await Promise.all(some.map((stream) => stream.ask(Buffer.from(request))));
    streams.push(...some);
  }
  await sleep(settleMs);
}

/** Waits until each stream has got so many bytes; the caller sees how many it were. */
async function hear(streams: readonly Stream[], bytes: number): Promise<void> {
  const isHeard = () => streams.every(({ heard }) => heard >= bytes);
  for (const end = performance.now() + patienceMs; !isHeard() && performance.now() < end;) await sleep(10);
}

function heardBy(streams: readonly Stream[]): Heard {
  let [least, most] = [Infinity, 0];
  for (const stream of streams) {
    least = Math.min(least, stream.heard);
    most = Math.max(most, stream.heard);
    stream.heard = 0;
  }
  return { least, most };
}

answerJobs(async (order: Order) => {
  if (order.do === 'listen') await listen(order);
  const streams = groups.get(order.group) ?? [];
  if (order.do === 'hear') await hear(streams, order.bytes);
  if (order.do === 'leave') {
    for (const stream of streams) stream.close();
    groups.delete(order.group);
    await sleep(settleMs);
  }
  return heardBy(streams);
});
