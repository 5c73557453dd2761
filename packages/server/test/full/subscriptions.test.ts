import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answer, invite, join, openSpace, type Member } from '@parley/testing';
import { createTRPCClient, httpSubscriptionLink, TRPCClientError } from '@trpc/client';
import { EventSource } from 'eventsource';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AppRouter } from '../../src/index.ts';
import { credentialIn } from '../../src/call/metadata.ts';
import type { Patience } from '../../src/surfaces/sse/sse.ts';
import { serveTrpc } from '../../src/surfaces/trpc/trpc.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { askUnread } from '../raw.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

const reconnectMs = 100;

/** Makes an EventSource reconnect sooner than the server asks for. */
async function impatiently(url: string | URL, init?: RequestInit) {
  const response = await fetch(url, init);
  const { status, redirected, headers } = response;
  const sooner = new TransformStream<string, string>({
    transform: (text, controller) => controller.enqueue(text.replace(/^retry: \d+$/m, `retry: ${reconnectMs}`)),
  });
  const text = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(sooner);
  return { url: response.url, status, redirected, headers, body: text.pipeThrough(new TextEncoderStream()) };
}

interface Heard {
  events: { id: string; data: { event: string; data: unknown } }[];
  states: string[];
  errors: TRPCClientError<AppRouter>[];
  completed: number;
  connections: number;
  leave(): void;
}

function subscribe(
  place: { url: string },
  { spaceId, key }: Pick<Member, 'spaceId' | 'key'>,
  from: { timestamp?: string } = {},
): Heard {
  const heard: Heard = { events: [], states: [], errors: [], completed: 0, connections: 0, leave: () => {} };
  const counting = (url: string | URL, init?: RequestInit) => {
    heard.connections += 1;
    return impatiently(url, init);
  };
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${place.url}/trpc`,
        connectionParams: { 'x-private-key': key },
        EventSource,
        eventSourceOptions: { fetch: counting },
      }),
    ],
  });
  const { unsubscribe } = client.streamMessages.subscribe(
    { spaceId, ...from },
    {
      onData: (event) => heard.events.push(event),
      onError: (error) => heard.errors.push(error),
      onComplete: () => (heard.completed += 1),
      onConnectionStateChange: ({ state }) => heard.states.push(state),
    },
  );
  heard.leave = unsubscribe;
  onTestFinished(unsubscribe);
  return heard;
}

const send = (owner: Member, content: string, type = 'text') => answer(200, server, 'sendMessage', owner, { content, type });
/** The same without a connection, which a test can have broken. */
const sendInside = ({ spaceId, key }: Member, content: string) =>
  server.app.inject({
    method: 'POST',
    url: `/hub/space/${spaceId}/messages`,
    headers: { 'x-private-key': key },
    payload: { content },
  });
const names = ({ events }: Heard) => events.map(({ data }) => data.event);
const contents = ({ events }: Heard) =>
  events.flatMap(({ data: { event, data } }) => (event === 'message' ? (data as { content: string }).content : []));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a refused subscription', () => {
  it.each([
    ['without a key', '', 'key_missing'],
    ['with an unknown key', 'ab'.repeat(32), 'key_unknown'],
  ])('%s reports it once, and does not reconnect', async (_, key, code) => {
    const { spaceId } = await openSpace(server);
    const heard = subscribe(server, { spaceId, key });
    await eventually(() => heard.errors.length > 0);
    expect(heard.errors.map(({ data }) => data?.code)).toEqual([code]);
    await pause(5 * reconnectMs);
    expect([heard.connections, heard.errors.length, heard.events.length]).toEqual([1, 1, 0]);
  });

  it('for a space that does not exist reports it once, and does not reconnect', async () => {
    const heard = subscribe(server, { spaceId: crypto.randomUUID(), key: 'ab'.repeat(32) });
    await eventually(() => heard.errors.length > 0);
    await pause(5 * reconnectMs);
    expect([heard.connections, heard.errors.map(({ data }) => data?.code)]).toEqual([1, ['space_not_found']]);
  });

  it('by a server error is retried until it works', async () => {
    const owner = await openSpace(server);
    const run = vi.spyOn(server.parley.pipeline, 'run').mockRejectedValueOnce(new Error('no luck'));
    onTestFinished(() => run.mockRestore());
    const heard = subscribe(server, owner);
    await eventually(() => names(heard).includes('ready'));
    expect([heard.connections, heard.errors]).toEqual([2, []]);
  });
});

describe('a subscription', () => {
  it('delivers every event in one format, with the id to resume from', async () => {
    const owner = await openSpace(server);
    await send(owner, 'past');
    const heard = subscribe(server, owner);
    await eventually(() => names(heard).includes('context'));
    await send(owner, 'live');
    await join(server, await invite(server, owner));
    await eventually(() => names(heard).filter((name) => name === 'context').length > 1);
    await answer(200, server, 'closeSpace', owner);
    await eventually(() => heard.completed > 0);
    expect(new Set(names(heard))).toEqual(new Set(['ready', 'message', 'context', 'participant-status', 'space-closed']));
    for (const event of heard.events) {
      expect(event).toEqual({ id: expect.any(String), data: { event: expect.any(String), data: expect.any(Object) } });
    }
    const ids = heard.events.map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(['start', '1', '1']);
    expect(ids.slice(1)).toEqual(ids.slice(1).toSorted((a, b) => Number(a) - Number(b)));
    expect(heard.errors).toEqual([]);
  });

  it('that is cut anywhere resumes at its position, and repeats its request if it received nothing from the log', async () => {
    const owner = await openSpace(server);
    await send(owner, 'too old');
    const { messages } = await answer(200, server, 'listMessages', owner);
    const heard = subscribe(server, owner, { timestamp: messages[0]!.timestamp });
    await eventually(() => names(heard).includes('ready'));
    for (const content of ['one', 'two', 'three']) {
      server.cut();
      await sendInside(owner, content);
      await eventually(() => contents(heard).includes(content));
    }
    expect(contents(heard)).toEqual(['one', 'two', 'three']);
    expect([heard.errors, heard.completed]).toEqual([[], 0]);
  });

  it('that received a context loses nothing that happens while it is disconnected, even if no message was for it', async () => {
    const owner = await openSpace(server);
    const invitation = await invite(server, owner);
    await join(server, invitation, 'Early');
    const { sequence } = (await server.parley.source.heads.current(owner.spaceId))!;
    const heard = subscribe(server, owner);
    await eventually(() => names(heard).includes('context'));
    expect(heard.events.at(-1)!.id).toBe(String(sequence));
    heard.leave();
    await join(server, invitation, 'Late');
    const query = new URLSearchParams({
      input: JSON.stringify({ spaceId: owner.spaceId }),
      lastEventId: heard.events.at(-1)!.id,
    });
    const leaving = new AbortController();
    const resumed = await fetch(`${server.url}/trpc/streamMessages?${query}`, {
      headers: { 'x-private-key': owner.key },
      signal: leaving.signal,
    });
    let text = '';
    for await (const chunk of resumed.body!.pipeThrough(new TextDecoderStream()))
      if ((text += chunk).includes('"context"')) break;
    leaving.abort();
    expect(text).toContain('"Late"');
    expect(text.match(/"event":"participant-status"/g)).toHaveLength(1);
  });

  it('that fails while it is sent the past resumes, and misses nothing', async () => {
    const owner = await openSpace(server);
    for (let i = 0; i < 3; i += 1) await send(owner, String(i));
    const { log } = server.parley.source;
    const read = vi.spyOn(log, 'messages').mockRejectedValueOnce(new Error('no luck'));
    onTestFinished(() => read.mockRestore());
    const heard = subscribe(server, owner);
    await eventually(() => contents(heard).length === 3);
    expect([heard.connections, heard.completed, heard.errors]).toEqual([2, 0, []]);
  });

  it('gets pings while nothing happens', async () => {
    const owner = await openSpace(server);
    const { port } = await withPatience({ keepAliveMs: 20 });
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const headers = { 'x-private-key': owner.key };
    const stream = await fetch(`http://127.0.0.1:${port}${pathTo(owner)}`, { headers, signal: leaving.signal });
    let text = '';
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('event: ping\ndata: \n\nevent: ping\n')) break;
    }
    expect(text).toMatch(/^event: connected\nretry: \d+\ndata: {}\n\n/);
  });

  it.each(['/trpc/%73treamMessages', '/trpc/%2573treamMessages', '/trpc/streamMessages'])(
    'is the same stream however its address is encoded: %s',
    async (path) => {
      const owner = await openSpace(server);
      const leaving = new AbortController();
      onTestFinished(() => leaving.abort());
      const query = `?${pathTo(owner).split('?')[1]}`;
      const { headers } = await fetch(server.url + path + query, {
        headers: { 'x-private-key': owner.key },
        signal: leaving.signal,
      });
      expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('ratelimit-limit')).not.toBeNull();
    },
  );

  it.each([
    ['in a batch', 'GET', '?batch=1&input=%7B%7D', 400],
    ['by POST', 'POST', '', 405],
  ])('is refused %s', async (_, method, query, status) => {
    const owner = await openSpace(server);
    const headers = { 'x-private-key': owner.key, 'content-type': 'application/json' };
    const refused = await fetch(`${server.url}/trpc/streamMessages${query}`, { method, headers });
    expect(await refused.text()).toContain(`"httpStatus":${status}`);
  });

  it('is told what is wrong with its URL', async () => {
    const { spaceId } = await openSpace(server);
    for (const query of ['input=%7B', 'input=5', `input=${encodeURIComponent(JSON.stringify({ spaceId }))}&connectionParams=1`]) {
      const told = await (await fetch(`${server.url}/trpc/streamMessages?${query}`)).text();
      expect(told).toMatch(
        /^event: connected\nretry: \d+\ndata: {}\n\nevent: serialized-error\ndata: .*"httpStatus":4\d\d.*\n\n$/,
      );
    }
  });

  it('continues with another server when the service stops', async () => {
    const stopping = await serve({ PARLEY_RATE_LIMIT: '0' });
    const owner = await openSpace(stopping);
    const heard = subscribe(stopping, owner);
    await eventually(() => names(heard).includes('context'));
    await stopping.stop();
    await eventually(() => heard.states.at(-1) === 'connecting');
    expect([heard.completed, heard.errors]).toEqual([0, []]);
  });
});

const pathTo = ({ spaceId }: Member) => `/trpc/streamMessages?input=${encodeURIComponent(JSON.stringify({ spaceId }))}`;
const stalled = (place: { port: number }, owner: Member) => askUnread(place.port, pathTo(owner), owner.key);
const connections = (place: Pick<Served, 'app'>) =>
  new Promise<number>((resolve) => place.app.server.getConnections((_, count) => resolve(count)));
const image = `data:image/png,${'A'.repeat(1_000_000)}`;

interface Portions {
  /** How often streams took a portion of the past; equal ones are read once. */
  read: number;
}

function counted(): Portions {
  const { semaphore } = server.parley.source;
  const portions = { read: 0 };
  const passOnce = semaphore.passOnce.bind(semaphore);
  // A spy would keep what was read.
  Object.assign(semaphore, {
    passOnce(...asked: Parameters<typeof passOnce>) {
      portions.read += 1;
      return passOnce(...asked);
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(semaphore, 'passOnce'));
  return portions;
}

describe('a client that disconnects', () => {
  const heldSpaces = () => server.parley.source.feed.watched;

  it.each<[string, (portions: Portions) => unknown]>([
    ['at once', () => true],
    ['as soon as it is let in', () => heldSpaces().length > 0],
    ['in the middle of a past that it does not read', ({ read }) => read > 0],
    ['while it waits for what comes', () => pause(500).then(() => true)],
  ])('%s leaves neither follower nor connection behind', async (stage, reached) => {
    const owner = await openSpace(server);
    if (stage.includes('past')) for (let i = 0; i < 12; i += 1) await send(owner, image, 'image');
    server.complaints.length = 0;
    server.app.server.closeIdleConnections();
    await eventually(async () => (await connections(server)) === 0);
    const portions = counted();
    const sockets = await Promise.all(Array.from({ length: 5 }, () => stalled(server, owner)));
    await eventually(() => connections(server));
    await eventually(() => reached(portions));
    for (const socket of sockets) socket.destroy();
    await eventually(async () => heldSpaces().length === 0 && (await connections(server)) === 0);
    expect(server.complaints).toEqual([]);
  });
});

/** The same service on another port, with other time limits. */
async function withPatience(patience: Partial<Patience>): Promise<{ port: number; app: FastifyInstance }> {
  const app = fastify() as unknown as FastifyInstance;
  app.decorateRequest('credential', undefined);
  app.addHook('onRequest', async (request) => void (request.credential = credentialIn(request.headers)));
  await serveTrpc(app, server.parley, patience);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, port: (app.server.address() as AddressInfo).port };
}

describe('a reader that reads nothing', () => {
  const isFollowed = (owner: Member) => server.parley.source.feed.watched.includes(owner.spaceId);

  it('is cut during the replay', async () => {
    const owner = await openSpace(server);
    for (let i = 0; i < 12; i += 1) await send(owner, image, 'image');
    const place = await withPatience({ stuckMs: 300 });
    const socket = await stalled(place, owner);
    onTestFinished(() => void socket.destroy());
    await eventually(() => isFollowed(owner));
    await eventually(async () => !isFollowed(owner) && (await connections(place)) === 0);
  });

  it('is cut by live events, as soon as more than a megabyte waits', async () => {
    const owner = await openSpace(server);
    const place = await withPatience({ stuckMs: 3_600_000 });
    const socket = await stalled(place, owner);
    onTestFinished(() => void socket.destroy());
    await eventually(() => server.parley.source.feed.listening().some(({ live }) => live));
    for (let i = 0; i < 12; i += 1) await send(owner, image, 'image');
    await eventually(async () => !isFollowed(owner) && (await connections(place)) === 0);
  });

  it('stays if there is nothing to read', async () => {
    const owner = await openSpace(server);
    const { port } = await withPatience({ stuckMs: 100 });
    const heard = subscribe({ url: `http://127.0.0.1:${port}` }, owner);
    await eventually(() => names(heard).includes('context'));
    await pause(1_000);
    await send(owner, 'still here');
    await eventually(() => contents(heard).includes('still here'));
    expect(heard.connections).toBe(1);
  });

  it.each([
    ['however much there is to read', 120, 'x'.repeat(60_000), 'text'],
    ['also if each event is a megabyte', 12, image, 'image'],
  ])('takes little memory, %s', async (_, count, content, type) => {
    const owner = await openSpace(server);
    for (let i = 0; i < count; i += 1) await send(owner, content, type);
    const portions = counted();
    const before = await settled(portions);
    const unread = 40;
    const sockets = await Promise.all(Array.from({ length: unread }, () => stalled(server, owner)));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await eventually(async () => (await connections(server)) >= unread);
    await eventually(() => portions.read >= unread);
    const each = ((await settled(portions)) - before) / unread;
    expect(each).toBeLessThan(2 * 1024 * 1024);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** How many bytes are held once reading has stopped. */
async function settled(portions: Portions): Promise<number> {
  for (let before = -1; before !== portions.read;) {
    before = portions.read;
    await pause(1_000);
  }
  // A garbage collection frees what the previous one finalized, and the server lets go of what it has sent.
  for (let before = Infinity; ;) {
    collectGarbage();
    await pause(500);
    const { heapUsed, external } = process.memoryUsage();
    const held = heapUsed + external;
    if (held > before - 100_000) return held;
    before = held;
  }
}
