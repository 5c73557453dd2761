import { answer, ask, openSpace, type Member } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEmbedded, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { connected, inSpace, readAll } from '../raw.ts';

let place: Place;
let served: Served;
let owner: Member;
beforeAll(async () => {
  // The pool of a PostgreSQL opens connections, with timers of their own, when many clients ask at once.
  place = await onEmbedded();
  served = await serve(place.settings);
  owner = await openSpace(served);
  // A past that exceeds the buffers of a connection.
  for (let i = 0; i < 120; i += 1) await answer(200, served, 'sendMessage', owner, { content: 'x'.repeat(64_000) });
});
afterAll(async () => {
  await served.stop();
  await place.remove();
});

const stream = () => inSpace(owner, '/messages/stream');
/** A stream over A2A, after a sequence. */
function a2aStream(method: string, params: object): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const head = ['POST /a2a HTTP/1.1', 'Host: x', `X-Private-Key: ${owner.key}`, `Content-Length: ${Buffer.byteLength(body)}`];
  return [...head, '', body].join('\r\n');
}
const resubscribe = (after: number) =>
  a2aStream('tasks/resubscribe', { id: `${owner.spaceId}.${owner.id}`, metadata: { after } });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const connections = () => new Promise<number>((resolve) => served.app.server.getConnections((_, count) => resolve(count)));

/** What a server holds for its connections. */
async function held() {
  const { source, admission } = served.parley;
  // `fetch` keeps its connections for the next request.
  served.app.server.closeIdleConnections();
  return {
    followers: source.feed.watched.length,
    seats: admission.seats.taken,
    answers: admission.answers.held,
    connections: await connections(),
  };
}

/** Each client disconnects at a different stage. */
const departures: [stage: string, act: () => Promise<void>][] = [
  [
    'before the stream is asked for whole',
    async () => {
      const socket = await connected(served.port);
      socket.write(stream().slice(0, 40));
      socket.destroy();
    },
  ],
  [
    'before the stream opens',
    async () => {
      const socket = await connected(served.port);
      socket.write(stream());
      socket.destroy();
    },
  ],
  [
    'while the stream opens',
    async () => {
      const socket = await connected(served.port);
      socket.write(stream());
      await pause(2);
      socket.resetAndDestroy();
    },
  ],
  [
    'while the past is told',
    async () => {
      const socket = await connected(served.port);
      socket.write(stream());
      await readAll(socket, (text) => text.includes('event: message'));
    },
  ],
  [
    'while the past waits for it to read',
    async () => {
      const socket = await connected(served.port);
      socket.write(stream());
      await pause(100);
      socket.destroy();
    },
  ],
  [
    'when the stream is live',
    async () => {
      const socket = await connected(served.port);
      socket.write(stream());
      await readAll(socket, (text) => text.includes('event: context'));
    },
  ],
  [
    'while its stream waits behind another request',
    async () => {
      const socket = await connected(served.port);
      socket.write(inSpace(owner, '/messages?wait=20&after=1000') + stream());
      await pause(100);
      socket.destroy();
    },
  ],
  [
    'while a poll waits',
    async () => {
      const socket = await connected(served.port);
      socket.write(inSpace(owner, '/messages?wait=25&after=1000'));
      await pause(50);
      socket.destroy();
    },
  ],
  [
    'while an A2A stream opens',
    async () => {
      const socket = await connected(served.port);
      socket.write(resubscribe(0));
      await pause(2);
      socket.resetAndDestroy();
    },
  ],
  [
    'while the past of an A2A stream waits for it to read',
    async () => {
      const socket = await connected(served.port);
      socket.write(resubscribe(0));
      await pause(100);
      socket.destroy();
    },
  ],
  [
    'when an A2A stream is live',
    async () => {
      const socket = await connected(served.port);
      socket.write(resubscribe(1_000_000));
      await readAll(socket, (text) => text.includes('"sequence":120'));
    },
  ],
  [
    'in the middle of an A2A message',
    async () => {
      const socket = await connected(served.port);
      socket.write(resubscribe(0).slice(0, -30));
      await pause(20);
      socket.destroy();
    },
  ],
  [
    'with answers that were not taken',
    async () => {
      const socket = await connected(served.port);
      socket.write(inSpace(owner, '/messages').repeat(10));
      await pause(100);
      socket.destroy();
    },
  ],
];

test.each(departures)('nothing is left of a client that leaves %s', async (_, leave) => {
  await eventually(async () => (await held()).connections === 0, 20_000);
  const before = timers();
  await Promise.all(Array.from({ length: 20 }, leave));
  await eventually(async () => Object.values(await held()).every((count) => count === 0));
  await eventually(() => timers() <= before + 1);
  expect((await ask(served, 'health', {})).status).toBe(200);
});

test('a stream that waits behind another request of its connection starts when that one is answered', async () => {
  const socket = await connected(served.port);
  socket.write(inSpace(owner, '') + stream());
  const text = await readAll(socket, (text) => text.includes('event: context'));
  expect(text.indexOf('"ttlRemaining"')).toBeLessThan(text.search(/event: ready\nretry: \d+\n/));
  expect(text.match(/^id: \d+$/gm)).toHaveLength(120);
});
