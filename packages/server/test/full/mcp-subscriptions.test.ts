import { once } from 'node:events';
import { answer, meeting, openSpace, type KeyHolder, type Member } from '@parley/testing';
import { expect, it, onTestFinished } from 'vitest';
import { serve, type Served } from '../in-process.ts';
import { connected, readAll } from '../raw.ts';

async function served(settings: Record<string, string> = {}): Promise<Served> {
  const server = await serve(settings);
  onTestFinished(() => server.stop());
  return server;
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const revisions = [
  ['2025', {}, (uri: string) => ({ method: 'resources/subscribe', params: { uri } })],
  [
    '2026-07-28',
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    (uri: string) => ({
      method: 'subscriptions/listen',
      params: { notifications: { resourceSubscriptions: [uri] }, _meta: meta },
    }),
  ],
] as const;

const uriOf = ({ spaceId }: KeyHolder) => `parley://spaces/${spaceId}`;

/** A request as bytes, for connections that do what no client library does. */
function bytes(message: object, headers: Record<string, string>): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const lines = Object.entries({
    host: 'localhost',
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return ['POST /mcp HTTP/1.1', ...lines, '', body].join('\r\n');
}

/** Opens a subscription; resolves when the server has confirmed it. */
async function subscribed(server: Served, message: object, headers: Record<string, string>) {
  const socket = await connected(server.port);
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.resume().write(bytes(message, headers));
  await expect.poll(() => text, { timeout: 20_000 }).toContain('data: ');
  return { socket, text: () => text };
}

it.each(revisions)(
  'subscriptions that wait behind another answer end with their connection (%s)',
  async (_, headers, message) => {
    const server = await served({ PARLEY_RATE_LIMIT: '0' });
    const owner = await openSpace(server);
    const own = { ...headers, 'x-private-key': owner.key };
    const socket = await connected(server.port);
    const wait = { method: 'tools/call', params: { name: 'wait_for_events', arguments: { spaceId: owner.spaceId, wait: 1 } } };
    const subscribe = message(uriOf(owner));
    socket.write(bytes(wait, { 'x-private-key': owner.key }) + bytes(subscribe, own).repeat(4));
    await expect.poll(() => server.parley.admission.seats.taken, { timeout: 20_000 }).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => server.parley.admission.seats.taken, { timeout: 20_000 }).toBe(0);
  },
);

it.each(revisions)(
  'a subscription without a seat is refused, not confirmed (%s)',
  async (_, headers, message) => {
    const server = await served();
    const owner = await openSpace(server);
    const own = { ...headers, 'x-private-key': owner.key };
    const subscribe = message(uriOf(owner));
    await Promise.all(Array.from({ length: 50 }, () => subscribed(server, subscribe, own)));
    const socket = await connected(server.port);
    socket.write(bytes(subscribe, { ...own, connection: 'close' }));
    const text = await readAll(socket);
    expect(text).toContain('"code":"rate_limited"');
    expect(text).not.toContain('data: ');
  },
  60_000,
);

it('only the client that subscribed can unsubscribe', async () => {
  const server = await served({ PARLEY_RATE_LIMIT: '0' });
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const [, , message] = revisions[0];
  const subscribe = message(uriOf(owner));
  const streams = await Promise.all([
    subscribed(server, subscribe, { 'x-private-key': owner.key }),
    subscribed(server, subscribe, { 'x-private-key': owner.key, 'mcp-session-id': 'mine' }),
  ]);
  const strangers = ['', 'mine'].flatMap((session) => [
    { 'mcp-session-id': session },
    { 'mcp-session-id': session, 'x-private-key': ada.key },
  ]);
  const unsubscribe = { ...subscribe, method: 'resources/unsubscribe' };
  for (const headers of strangers) {
    const socket = await connected(server.port);
    socket.write(bytes(unsubscribe, { ...headers, connection: 'close' }));
    await readAll(socket);
  }
  await answer(200, server, 'createArtifact', ada, { name: 'Plan', type: 'markdown', content: '' });
  for (const { text } of streams) await expect.poll(text, { timeout: 20_000 }).toContain('resources/updated');

  const [, mine] = streams;
  const socket = await connected(server.port);
  socket.write(bytes(unsubscribe, { 'mcp-session-id': 'mine', 'x-private-key': owner.key, connection: 'close' }));
  const ended = once(mine.socket, 'close');
  await readAll(socket);
  await ended;
});
