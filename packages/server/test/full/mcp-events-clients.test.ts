import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMCPClient, experimental_createMCPEventWebhook, type Experimental_MCPEventStore } from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { answer, meeting, type Member } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { say } from '../webhooks.ts';

type Fields = Record<string, any>;

async function served(): Promise<Served> {
  const server = await serve({ PARLEY_RATE_LIMIT: '0', PARLEY_WAKE_PRIVATE: '1' });
  onTestFinished(() => server.stop());
  return server;
}

/** Where an application of the AI SDK keeps its subscriptions. */
function eventStore(): Experimental_MCPEventStore & { all: Map<string, Fields> } {
  const all = new Map<string, Fields>();
  const found = (subscription: Fields | undefined) => subscription as Awaited<ReturnType<Experimental_MCPEventStore['get']>>;
  return {
    all,
    get: async (key) => found(all.get(key)),
    getById: async (id) => found([...all.values()].find((each) => each['id'] === id)),
    set: async (subscription) => void all.set(subscription.key, subscription),
    update: async (key, patch) => void all.set(key, { ...all.get(key), ...patch }),
    delete: async (key) => void all.delete(key),
  };
}

/** A server of the application, whose callback is a handler for Web requests. */
async function callback(handle: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const answered = await handle(
      new Request(`http://${request.headers.host}${request.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(Buffer.from(await answered.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
}

/** A client of the AI SDK, and what its application is told. */
async function aiSdk(server: Served, member: Member) {
  const store = eventStore();
  const told: { events: Fields[]; ends: Fields[]; errors: unknown[] } = { events: [], ends: [], errors: [] };
  const url = await callback(
    experimental_createMCPEventWebhook({
      store,
      onEvent: async ({ event }) => void told.events.push(event),
      onTerminated: async ({ termination }) => void told.ends.push(termination),
      onError: (error) => void told.errors.push(error),
    }),
  );
  const client = await createMCPClient({
    transport: { type: 'http', url: `${server.url}/mcp`, headers: { 'X-Private-Key': member.key } },
    experimental_events: { store },
  });
  onTestFinished(() => client.close());
  const delivery = { mode: 'webhook', url, allowInsecureLocalhost: true } as const;
  return { store, told, delivery, events: client.experimental_events };
}

test('the AI SDK is woken by deliveries, renews, removes, and learns that its key works no more', async () => {
  const server = await served();
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const { store, told, delivery, events } = await aiSdk(server, ada);
  expect((await events.list()).events.map(({ name }) => name)).toContain('delivery.queued');
  const granted = await events.subscribe({ name: 'delivery.queued', delivery });
  const { messageId } = await answer(200, server, 'sendMessage', owner, { content: 'Ready?', to: [ada.id] });
  await eventually(() => told.events.length === 1);
  expect(told.events).toMatchObject([{ name: 'delivery.queued', data: { messageId, participantId: ada.id } }]);
  expect((await events.refresh({ id: granted.id })).id).toBe(granted.id);
  await answer(200, server, 'sendMessage', owner, { content: 'And now?', to: [ada.id] });
  await eventually(() => told.events.length === 2);
  const other = await events.subscribe({ name: 'message.created', delivery, cursor: '0' });
  await eventually(() => told.events.length === 4);
  await events.unsubscribe({ id: other.id });
  expect(store.all.size).toBe(1);
  await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
  await eventually(() => told.ends.length === 1);
  expect([store.all.size, told.errors]).toEqual([0, []]);
});

test('the AI SDK can remove what has ended, and shows why something is refused', async () => {
  const server = await served();
  const { crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const { store, delivery, events } = await aiSdk(server, ada);
  const { id } = await events.subscribe({ name: 'space.closed', delivery });
  const [[key, { delivery: at, ...rest }]] = [...store.all] as [[string, Fields]];
  expect(rest).toMatchObject({ name: 'space.closed', status: 'active', id });
  await events.unsubscribe({ id });
  store.all.set(key, { ...rest, delivery: at });
  await events.unsubscribe({ id });
  expect(store.all.size).toBe(0);
  await expect(events.subscribe({ name: 'artifact.changed', arguments: { artifactId: 'plan' }, delivery })).rejects.toMatchObject(
    { message: expect.stringContaining('artifactId must be a UUID') as string, code: -32_602 },
  );
  await expect(
    events.subscribe({ name: 'space.closed', delivery: { ...delivery, url: 'http://127.0.0.1:9/events' } }),
  ).rejects.toMatchObject({ code: -32_015, data: { reason: 'connection_refused' } });
});

const polled = z.looseObject({
  events: z.array(z.looseObject({ eventId: z.string(), data: z.looseObject({ messageId: z.string() }) })),
  cursor: z.string(),
});

test('the official client polls, and is pushed to', async () => {
  const server = await served();
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
    requestInit: { headers: { 'x-private-key': ada.key } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const pushed: Fields[] = [];
  client.setNotificationHandler(
    'notifications/events/event',
    { params: z.looseObject({}) },
    (params) => void pushed.push(params),
  );
  const name = 'message.created';
  const { cursor } = await client.request({ method: 'events/poll', params: { name } }, polled);
  const leaving = new AbortController();
  const stream = client
    .request({ method: 'events/stream', params: { name, cursor } }, z.looseObject({}), {
      signal: leaving.signal,
      timeout: 600_000,
    })
    .catch(() => {});
  const sent = await say(server, owner, 3);
  await eventually(() => pushed.length === 3);
  const { events } = await client.request({ method: 'events/poll', params: { name, cursor } }, polled);
  expect(events.map(({ data }) => data.messageId)).toEqual(sent);
  expect(pushed.map(({ eventId }) => eventId as string)).toEqual(events.map(({ eventId }) => eventId));
  leaving.abort();
  await stream;
  await eventually(() => server.parley.admission.seats.taken === 0);
  await expect(client.request({ method: 'events/poll', params: { name: 'nothing' } }, polled)).rejects.toMatchObject({
    code: -32_011,
  });
});
