import { answer, meeting, startServer, type KeyHolder, type Member, type Server } from '@parley/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { scrape, sumOf, token } from '../scrape.ts';

let place: Place;
beforeAll(async () => void (place = await onPostgres()));
afterAll(() => place.remove());

async function start(drainSeconds: number) {
  const server = await startServer({
    ...place.settings,
    PARLEY_DRAIN_SECONDS: String(drainSeconds),
    PARLEY_METRICS_TOKEN: token,
  });
  onTestFinished(() => server.kill());
  return server;
}

/** A request that is answered only when something happens. */
interface Wait {
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

const uriOf = ({ spaceId }: KeyHolder) => `parley://spaces/${spaceId}/messages`;
const version = 'io.modelcontextprotocol/protocolVersion';
const mcp = (id: number, message: object, headers: Record<string, string> = {}): Wait => ({
  path: '/mcp',
  headers: { accept: 'application/json, text/event-stream', ...headers },
  body: { jsonrpc: '2.0', id, ...message },
});

const streams: Record<string, (member: Member) => Wait> = {
  REST: ({ spaceId }) => ({ path: `/hub/space/${spaceId}/messages/stream` }),
  tRPC: ({ spaceId }) => ({ path: `/trpc/streamMessages?input=${encodeURIComponent(JSON.stringify({ spaceId }))}` }),
  'A2A by JSON-RPC': ({ spaceId, id }) => ({
    path: '/a2a',
    headers: { 'a2a-version': '1.0' },
    body: { jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { id: `${spaceId}.${id}` } },
  }),
  'A2A by REST': ({ spaceId, id }) => ({ path: `/a2a/v1/tasks/${spaceId}.${id}:subscribe`, headers: { 'a2a-version': '1.0' } }),
  'MCP of 2025': (member) => mcp(1, { method: 'resources/subscribe', params: { uri: uriOf(member) } }),
  'MCP of 2026': (member) =>
    mcp(
      1,
      {
        method: 'subscriptions/listen',
        params: {
          notifications: { resourceSubscriptions: [uriOf(member)] },
          _meta: {
            [version]: '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    ),
};

const polls: Record<string, (member: Member) => Wait> = {
  listMessages: ({ spaceId }) => ({ path: `/hub/space/${spaceId}/messages?after=1000&wait=25` }),
  listDeliveries: ({ spaceId }) => ({ path: `/hub/space/${spaceId}/deliveries?wait=25` }),
  'listMessages by tRPC': ({ spaceId }) => ({
    path: `/trpc/listMessages?input=${encodeURIComponent(JSON.stringify({ spaceId, after: 1000, wait: 25 }))}`,
  }),
  wait_for_events: ({ spaceId }) =>
    mcp(1, { method: 'tools/call', params: { name: 'wait_for_events', arguments: { spaceId, wait: 25 } } }),
};

async function ask({ url }: Server, { key }: KeyHolder, { path, body, headers = {} }: Wait): Promise<Response> {
  const type = body && { 'content-type': 'application/json' };
  return fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-private-key': key, ...type, ...headers },
    body: body ? JSON.stringify(body) : null,
  });
}

/** Reads a stream until it ends. */
function reading(response: Response) {
  const read = { text: '', ended: Promise.resolve(false) };
  read.ended = (async () => {
    try {
      for await (const text of response.body!.pipeThrough(new TextDecoderStream())) read.text += text;
      return true;
    } catch {
      return false;
    }
  })();
  return read;
}

async function opened(server: Server, member: Member) {
  const open = async ([name, of]: [string, (member: Member) => Wait]) => {
    const response = await ask(server, member, of(member));
    expect([name, response.status, response.headers.get('content-type')]).toEqual([
      name,
      200,
      expect.stringContaining('text/event-stream'),
    ]);
    return [name, reading(response)] as const;
  };
  const all = await Promise.all(Object.entries(streams).map(open));
  await eventually(() => all.every(([, { text }]) => text.includes('data: ')));
  return all;
}

test('every stream says how long to wait before it is opened again: each another time', async () => {
  const server = await start(0);
  const { owner } = await meeting(server, 0);
  const waits = (await opened(server, owner)).map(([name, { text }]) => {
    const [first] = text.split('\n\n');
    const ms = Number(/^retry: (\d+)$/m.exec(first!)?.[1]);
    expect([name, first]).toEqual([name, expect.stringContaining('data: ')]);
    expect(ms, name).toBeGreaterThanOrEqual(1_500);
    expect(ms, name).toBeLessThanOrEqual(6_000);
    return ms;
  });
  expect(new Set(waits).size).toBeGreaterThan(1);
});

test('streams of all kinds end after a whole event, and waiting polls answer that there is nothing new', async () => {
  const server = await start(5);
  const { owner } = await meeting(server, 0);
  const reads = await opened(server, owner);
  const before = reads.map(([, { text }]) => text.length);
  await answer(200, server, 'sendMessage', owner, { content: 'x'.repeat(2_000) });
  await eventually(() => reads.every(([, { text }], i) => text.length > before[i]!));
  const open = async () => sumOf((await scrape(server)).samples, 'parley_open_streams');
  const followed = await open();
  const waiting = Object.entries(polls).map(async ([name, of]) => {
    const response = await ask(server, owner, of(owner));
    return { name, status: response.status, text: await response.text() };
  });
  await eventually(async () => (await open()) === followed + waiting.length);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  for (const [name, read] of reads) {
    expect([name, await read.ended]).toEqual([name, true]);
    expect([name, read.text.slice(-2)]).toEqual([name, '\n\n']);
  }
  // A client of tRPC would not come back after this.
  expect(reads.find(([name]) => name === 'tRPC')![1].text).not.toContain('event: return');
  for (const { name, status, text } of await Promise.all(waiting)) {
    expect([name, status]).toEqual([name, 200]);
    expect(text, name).toMatch(/"(messages|deliveries|events)":\[\]/);
  }
});

test('a process that nobody follows ends at once', async () => {
  const server = await start(600);
  await meeting(server, 0);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s while it waits for its streams ends it at once, and cleanly', async (second) => {
  const server = await start(600);
  const { owner } = await meeting(server, 0);
  const reads = await opened(server, owner);
  server.signal('SIGTERM');
  await eventually(async () => (await fetch(`${server.url}/readyz`)).status === 503);
  // One that follows at once could be the same request.
  const asking = setInterval(() => server.signal(second), 500);
  expect(await server.ended.finally(() => clearInterval(asking))).toBe(0);
  for (const [name, read] of reads) expect([name, await read.ended]).toEqual([name, true]);
});

test('two SIGTERM at the same time, as of a group of processes and of `npm start`, are one', async () => {
  const server = await start(600);
  const { owner } = await meeting(server, 0);
  const reads = await opened(server, owner);
  server.signal('SIGTERM');
  server.signal('SIGTERM');
  await eventually(async () => (await fetch(`${server.url}/readyz`)).status === 503);
  for (let i = 0; i < 20; i += 1) await answer(200, server, 'sendMessage', owner, { content: 'Still here' });
  server.signal('SIGINT');
  expect(await server.ended).toBe(0);
  for (const [name, read] of reads) expect([name, await read.ended]).toEqual([name, true]);
});

test('SIGINT alone ends it at once: somebody pressed Ctrl-C', async () => {
  const server = await start(600);
  const { owner } = await meeting(server, 0);
  const reads = await opened(server, owner);
  server.signal('SIGINT');
  expect(await server.ended).toBe(0);
  for (const [name, read] of reads) expect([name, await read.ended]).toEqual([name, true]);
});
