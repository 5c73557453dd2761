import { readEnvelope } from '@parley/core';
import { answer, meeting, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from './in-process.ts';
import { keyed, mcpClients, ok } from './mcp-clients.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

describe.each(mcpClients)('a meeting over MCP with %s', (_, connect) => {
  it('goes from create_space to close_space', async () => {
    const client = await connect(server.url);
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
    const client = await connect(server.url, keyed(ada));
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
    const client = await connect(server.url, keyed(ada));
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
    const client = await connect(server.url, {}, '?tools=core');
    expect((await client.tools()).map(({ name }) => name)).toHaveLength(10);
  });
});
