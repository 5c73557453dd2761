import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { readEnvelope } from '@parley/core';
import { answer, meeting, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serve, type Served } from './in-process.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

type Fields = Record<string, unknown>;
interface Result {
  isError?: boolean | undefined;
  structuredContent?: Fields;
  content: { type: string; text: string }[];
  _meta?: Fields;
}

/** A connected client, and its way to call a tool. */
interface Connected {
  call(name: string, args?: Fields): Promise<Result>;
  tools(): Promise<{ name: string; description?: string | undefined }[]>;
  onUpdate(told: (uri: string) => void): void;
  subscribe(uri: string): Promise<unknown>;
  unsubscribe(uri: string): Promise<unknown>;
  read(uri: string): Promise<string>;
}

type Connect = (headers?: Record<string, string>, query?: string) => Promise<Connected>;
const info = { name: 'test', version: '1' };

const modern: Connect = async (headers = {}, query = '') => {
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp${query}`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  const told: ((uri: string) => void)[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => told.forEach((tell) => tell(params.uri)));
  let ends: (() => Promise<unknown>)[] = [];
  return {
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Result,
    tools: async () => (await client.listTools()).tools,
    onUpdate: (tell) => void told.push(tell),
    async subscribe(uri) {
      const subscription = await client.listen({ resourceSubscriptions: [uri] });
      ends.push(() => subscription.close());
    },
    async unsubscribe() {
      await Promise.all(ends.map((end) => end()));
      ends = [];
    },
    read: async (uri) => ((await client.readResource({ uri })).contents[0] as { text: string }).text,
  };
};

const old: Connect = async (headers = {}, query = '') => {
  const client = new OldClient(info);
  await client.connect(new OldTransport(new URL(`${server.url}/mcp${query}`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  const { ResourceUpdatedNotificationSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const told: ((uri: string) => void)[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => told.forEach((tell) => tell(params.uri)));
  return {
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Result,
    tools: async () => (await client.listTools()).tools,
    onUpdate: (tell) => void told.push(tell),
    subscribe: (uri) => client.subscribeResource({ uri }),
    unsubscribe: (uri) => client.unsubscribeResource({ uri }),
    read: async (uri) => ((await client.readResource({ uri })).contents[0] as { text: string }).text,
  };
};

const keyed = ({ key }: Member) => ({ 'x-private-key': key });

/** The answer of a tool that succeeds. */
async function ok({ call }: Connected, name: string, args: Fields = {}): Promise<Fields> {
  const { isError, structuredContent, content } = await call(name, args);
  if (isError) throw new Error(content[0]?.text);
  return structuredContent!;
}

describe.each([
  ['@modelcontextprotocol/client 2.x (2026-07-28)', modern],
  ['@modelcontextprotocol/sdk 1.x (2025-11-25)', old],
])('a meeting over MCP with %s', (_, connect) => {
  it('goes from create_space to close_space', async () => {
    const client = await connect();
    const { spaceId, ownerPrivateKey } = await ok(client, 'create_space', { name: 'Launch', description: 'What is left' });
    const owner = { spaceId, privateKey: ownerPrivateKey };
    const { publicInvitationKey } = await ok(client, 'create_invitation', owner);
    const { participantPrivateKey, participantId } = await ok(client, 'join_space', {
      spaceId,
      privateKey: publicInvitationKey,
      name: 'Grace',
    });
    const grace = { spaceId, privateKey: participantPrivateKey };
    const { messageId } = await ok(client, 'send_message', { ...owner, content: 'Ready?', to: [participantId] });
    const waiting = await client.call('list_messages', grace);
    expect(waiting._meta).toMatchObject({ 'parley/openDeliveries': 1 });
    const [first] = waiting.structuredContent!['messages'] as { content: string }[];
    expect(readEnvelope(first!.content)).toMatchObject({
      content: 'Ready?',
      labels: { messageId, senderName: 'Owner', speaker: 'owner' },
    });
    const { delivery } = await ok(client, 'claim_delivery', grace);
    expect(delivery).toMatchObject({ messageId, state: 'claimed' });
    const answered = await client.call('send_message', { ...grace, content: 'Yes', replyTo: messageId });
    expect(answered._meta).toMatchObject({ 'parley/openDeliveries': 0 });
    const { id: artifactId } = await ok(client, 'create_artifact', { ...owner, name: 'Plan', content: 'one\ntwo\n' });
    const edited = await ok(client, 'edit_artifact', { ...grace, artifactId, edits: [{ old: 'two', new: 'three' }] });
    expect(edited).toMatchObject({ id: artifactId, version: 2 });
    const plan = await ok(client, 'get_artifact', { ...owner, artifactId });
    expect(readEnvelope(String(plan['content'])).content).toBe('one\nthree\n');
    expect(plan['lockedBy']).toBeUndefined();
    const { events, sequence } = await ok(client, 'wait_for_events', { ...owner, after: 0 });
    expect((events as { event: string }[]).map(({ event }) => event)).toContain('message');
    expect(sequence).toBeGreaterThan(5);
    expect(await ok(client, 'close_space', owner)).toEqual({ ok: true });
    expect(await client.call('get_space', owner)).toMatchObject({
      isError: true,
      structuredContent: { status: 401, code: 'key_expired' },
    });
  });

  it('takes the key from the header, and wait_for_events answers as soon as somebody speaks', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const client = await connect(keyed(ada));
    const { sequence } = await ok(client, 'wait_for_events', { spaceId: ada.spaceId, wait: 0 });
    const waiting = ok(client, 'wait_for_events', { spaceId: ada.spaceId, after: sequence });
    await answer(200, server, 'sendMessage', owner, { content: 'Hello' });
    const { events } = await waiting;
    expect(events).toMatchObject([{ event: 'message' }]);
    const ownWords = await ok(client, 'send_message', { spaceId: ada.spaceId, content: 'Mine' });
    expect(ownWords['messageId']).toBeDefined();
    expect(await ok(client, 'wait_for_events', { spaceId: ada.spaceId, after: Number(sequence) + 1, wait: 0 })).toMatchObject({
      events: [],
      sequence: Number(sequence) + 2,
    });
  });

  it('tells a subscriber of changes, until it unsubscribes', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const client = await connect(keyed(ada));
    const uri = `parley://spaces/${ada.spaceId}/messages`;
    const updates: string[] = [];
    client.onUpdate((each) => updates.push(each));
    await client.subscribe(uri);
    await answer(200, server, 'sendMessage', owner, { content: 'Hello' });
    await expect.poll(() => updates, { timeout: 20_000 }).toEqual([uri]);
    const { messages } = JSON.parse(await client.read(uri)) as { messages: { content: string }[] };
    expect(readEnvelope(messages[0]!.content).content).toBe('Hello');
    await client.unsubscribe(uri);
    await expect.poll(() => server.parley.admission.seats.taken, { timeout: 20_000 }).toBe(0);
  });

  it('shows an attendee ten tools', async () => {
    const client = await connect({}, '?tools=core');
    expect((await client.tools()).map(({ name }) => name)).toHaveLength(10);
  });
});
