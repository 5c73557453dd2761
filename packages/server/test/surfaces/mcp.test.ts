import { randomUUID } from 'node:crypto';
import { answer, meeting, surroundings, textsIn, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from '../in-process.ts';
import { keyed, mcpClients, ok, said, valueIn } from '../mcp-clients.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

describe.each(mcpClients)('a meeting over MCP with %s', (_, connect) => {
  it('goes from create_space to close_space', async () => {
    const client = await connect(server.url);
    const { spaceId, ownerId, ownerPrivateKey } = await ok(client, 'create_space', {
      name: 'Launch',
      description: 'What is left',
    });
    const owner = { spaceId, privateKey: ownerPrivateKey };
    const { agentLink: link } = await ok(client, 'create_invitation', owner);
    const { participantPrivateKey, participantId } = await ok(client, 'join_space', { link, name: 'Grace' });
    const grace = { spaceId, privateKey: participantPrivateKey };
    const { messageId } = await ok(client, 'send_message', { ...owner, content: 'Ready?', to: [participantId] });
    const waiting = await client.call('list_messages', grace);
    expect(waiting._meta).toMatchObject({ 'parley/openDeliveries': 1 });
    expect(waiting.structuredContent).toMatchObject({
      messages: [{ id: messageId, senderName: 'Owner', content: expect.stringMatching(/^BEGIN \w+\nReady\?\nEND/) as string }],
    });
    const page = waiting.content[0]!.text;
    expect(textsIn(page)).toEqual(['Ready?']);
    expect(page).toContain(
      `"Owner" owner ${String(ownerId).slice(0, 8)}, id: ${String(messageId)}, to: ${String(participantId).slice(0, 8)}`,
    );
    expect(page).toMatch(/\nDeliveries to you: 1 queued\. claim_delivery takes the next one\.$/);
    const claimed = await said(client, 'claim_delivery', grace);
    expect(claimed).toMatch(/state: claimed/);
    const [deliveryId, until] = [valueIn(claimed, 'deliveryId'), valueIn(claimed, 'leaseExpiresAt')];
    const held = `Deliveries to you: 1 claimed by you (${deliveryId}, expires ${until.replace(/\.\d+Z$/, 'Z')}).`;
    expect(claimed).toContain(held);
    expect(await said(client, 'claim_delivery', grace)).toContain(held);
    await ok(client, 'send_message', { ...owner, content: 'And now?', to: ['Grace'] });
    expect(await said(client, 'list_deliveries', grace)).toContain(', 1 queued. send_message with replyTo');
    const answered = await client.call('send_message', { ...grace, content: 'Yes', replyTo: messageId });
    expect(answered._meta).toMatchObject({ 'parley/openDeliveries': 1 });
    expect(answered.structuredContent).toMatchObject({ deliveriesToYou: expect.stringContaining('1 queued') as string });
    const { id: artifactId } = await ok(client, 'create_artifact', { ...owner, name: 'Plan', content: 'one\ntwo\n' });
    expect(JSON.stringify(await client.call('create_artifact', { ...owner, name: 'Plan' }))).toContain('name_taken');
    const edits = [{ old: 'two', new: 'three' }];
    expect(await said(client, 'edit_artifact', { ...grace, artifactId: 'Plan', edits })).toMatch(/version: 2/);
    const plan = await said(client, 'get_artifact', { ...owner, artifactId });
    expect(textsIn(plan)).toEqual(['one\nthree\n']);
    expect(plan).not.toContain('lockedBy');
    expect(await said(client, 'get_space', grace)).toContain(
      `you:\n  participantId: ${String(participantId)}, name: "Grace", status: active\n`,
    );
    const { decisionId } = await ok(client, 'create_decision', { ...owner, title: 'Ship it?', voters: ['Grace'] });
    expect(await ok(client, 'answer_decision', { ...grace, decisionId: 'ship it?', option: 'Approve' })).toMatchObject({
      ...{ decisionId, state: 'decided', outcome: 'approve' },
    });
    const happened = await said(client, 'wait_for_events', { ...owner, after: 0 });
    expect(textsIn(happened)).toEqual(['Yes', 'The decision "Ship it?" has ended: "Approve"']);
    expect(Number(valueIn(happened, 'sequence'))).toBeGreaterThan(5);
    expect(await said(client, 'claim_delivery', owner)).toContain('Yes');
    expect(await said(client, 'claim_delivery', owner)).toContain('A decision that you opened has ended');
    expect(await ok(client, 'close_space', owner)).toEqual({ ok: true });
    expect(await client.call('get_space', owner)).toMatchObject({
      isError: true,
      _meta: { 'parley/refusal': { status: 401, code: 'key_expired' } },
    });
  });

  it('says where a link has led, and how to go on; then the key alone says the space to every tool', async () => {
    const stranger = await connect(server.url);
    const { owner } = await meeting(server, 0);
    const { agentLink: link } = await answer(200, server, 'createInvitation', owner, { maxUses: 1 });
    const joined = await stranger.call('join_space', { link, name: 'Grace' });
    const { participantPrivateKey } = joined.structuredContent as { participantPrivateKey: string };
    const { name } = await answer(200, server, 'getSpace', owner);
    expect(joined.structuredContent).toMatchObject({ spaceId: owner.spaceId, name, next: expect.stringContaining('privateKey') });
    const grace = await connect(server.url, { 'x-private-key': participantPrivateKey });
    expect(await said(grace, 'get_space', {})).toContain('you:\n');
    expect(await ok(grace, 'send_message', { content: 'Hello' })).toHaveProperty('messageId');
    expect(await said(grace, 'wait_for_events', { wait: 0 })).toContain('events: none');
    expect(await ok(grace, 'create_artifact', { name: 'Plan', content: 'one\n' })).toHaveProperty('id');
    await ok(grace, 'edit_artifact', { artifactId: 'Plan', append: 'two\n' });
    expect(await said(grace, 'catch_up', {})).toContain('Plan');
    expect(await said(stranger, 'list_messages', { privateKey: participantPrivateKey })).toContain('Hello');
    expect(await stranger.call('get_space', { privateKey: 'f'.repeat(64) })).toMatchObject({
      isError: true,
      _meta: { 'parley/refusal': { status: 401, code: 'key_unknown' } },
    });
    expect(JSON.stringify(await stranger.call('get_space', {}))).toContain('spaceId is required unless you send your key');
  });

  it('refuses the link of another server with its address, and takes one of this server whatever path it has', async () => {
    const client = await connect(server.url);
    const { owner } = await meeting(server, 0);
    const { agentLink } = await answer(200, server, 'createInvitation', owner);
    const key = new URL(agentLink).pathname.split('/')[3]!;
    const other = agentLink.replace(server.url, 'https://other.example.org:8443/parley');
    const refused = JSON.stringify(await client.call('join_space', { link: other, name: 'Grace' }));
    expect(refused).toContain('link is of another server, https://other.example.org:8443/parley');
    expect(refused).not.toContain(key);
    const { port } = new URL(server.url);
    for (const here of [`https://localhost:${port}`, `http://[::1]:${port}/sub/path`, server.url])
      expect(await ok(client, 'join_space', { link: agentLink.replace(server.url, here), name: here })).toHaveProperty('spaceId');
  });

  it('takes the key from the header, and wait_for_events answers as soon as somebody speaks', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const client = await connect(server.url, keyed(ada));
    const { spaceId } = ada;
    const sequence = Number(valueIn(await said(client, 'wait_for_events', { spaceId, wait: 0 }), 'sequence'));
    const waiting = said(client, 'wait_for_events', { spaceId, after: sequence });
    await answer(200, server, 'sendMessage', owner, { content: 'Hello' });
    expect(textsIn(await waiting)).toEqual(['Hello']);
    const ownWords = await ok(client, 'send_message', { spaceId, content: 'Mine' });
    expect(ownWords['messageId']).toBeDefined();
    expect(await said(client, 'wait_for_events', { spaceId, after: sequence + 1, wait: 0 })).toBe(
      `sequence: ${sequence + 2}, deliveries: none, events: none`,
    );
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
    expect(surroundings(JSON.parse(await client.read(uri))).enclosed).toEqual(['Hello']);
    await client.unsubscribe(uri);
    await expect.poll(() => server.parley.admission.seats.taken, { timeout: 20_000 }).toBe(0);
  });

  it('replaces a key with rotate_key: subscriptions of the former one end, and a retry gets the same new one', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const client = await connect(server.url, keyed(ada));
    const told: string[] = [];
    client.onUpdate((uri) => told.push(uri));
    await client.subscribe(`parley://spaces/${ada.spaceId}`);
    await expect.poll(() => server.parley.admission.seats.taken, { timeout: 20_000 }).toBe(1);
    const own = { spaceId: ada.spaceId, idempotencyKey: randomUUID() };
    const { privateKey } = await ok(client, 'rotate_key', own);
    await expect.poll(() => server.parley.admission.seats.taken, { timeout: 20_000 }).toBe(0);
    expect(await ok(client, 'rotate_key', own)).toEqual({ privateKey });
    const refused = await client.call('send_message', { spaceId: ada.spaceId, content: 'Hello' });
    expect([refused.isError, refused.content[0]!.text]).toEqual([true, expect.stringContaining('key_revoked')]);
    await ok(client, 'send_message', { spaceId: ada.spaceId, privateKey, content: 'Still me' });
    await answer(200, server, 'updateSpace', owner, { name: 'Elsewhere' });
    expect(told).toEqual([]);
  });

  it('lists what a participant needs, or as many tools as the address asks for; all can be called', async () => {
    const listed = async (query: string) => (await (await connect(server.url, {}, query)).tools()).map(({ name }) => name);
    expect(await listed('?tools=core')).toHaveLength(14);
    expect(await listed('')).toEqual(await listed('?tools=participant'));
    expect(await listed('')).not.toContain('kick_participant');
    expect(await listed('?tools=owner')).toContain('kick_participant');
    expect(await listed('?tools=artifacts')).toContain('lock_artifact');
    expect(await listed('?tools=all')).toContain('poll_link');
  });

  it('lists for a key what it can run, and for one that opens nothing what it lists without one', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const listed = async (key: string, query = '') => {
      const tools = await (await connect(server.url, { 'x-private-key': key }, query)).tools();
      expect(JSON.stringify(tools).includes('"privateKey"'), key).toBe(query === '?tools=all' || key === 'f'.repeat(64));
      return tools.map(({ name }) => name);
    };
    expect(await listed(ada.key, '?tools=owner')).not.toEqual(expect.arrayContaining(['kick_participant']));
    expect(await listed(owner.key, '?tools=owner')).toEqual(expect.arrayContaining(['kick_participant', 'create_invitation']));
    expect(await listed(ada.key)).toContain('leave_space');
    expect(await listed(owner.key)).not.toContain('leave_space');
    expect(await listed(ada.key, '?tools=all')).toEqual(expect.arrayContaining(['kick_participant', 'join_space']));
    expect(await listed('f'.repeat(64))).toEqual(expect.arrayContaining(['create_space', 'join_space', 'leave_space']));
    const client = await connect(server.url, keyed(ada));
    expect(JSON.stringify(await client.call('kick_participant', { participantId: 'Owner' }))).toContain('key_wrong_type');
    const { agentLink: link } = await answer(200, server, 'createInvitation', owner);
    expect(await ok(client, 'join_space', { link, name: 'Twin' })).toHaveProperty('participantPrivateKey');
  });
});

// The clients wait at the same time.
it('wait_for_events waits longer than 25 s for a client that is told of the progress, and holds its seat until then', async () => {
  const { owner, crew } = await meeting(server, mcpClients.length);
  const waiting = await Promise.all(
    mcpClients.map(async ([, connect], i) => {
      const ada = crew[i]!;
      const client = await connect(server.url, keyed(ada));
      const told: number[] = [];
      const wish = { spaceId: ada.spaceId, wait: 600 };
      return { told, answered: client.call('wait_for_events', wish, (seconds) => told.push(seconds)) };
    }),
  );
  await expect.poll(() => waiting.map(({ told }) => told), { timeout: 120_000 }).toEqual(mcpClients.map(() => [15, 30]));
  expect(server.parley.admission.seats.taken).toBe(mcpClients.length);
  await answer(200, server, 'sendMessage', owner, { content: 'At last' });
  for (const { answered } of waiting) expect(textsIn((await answered).content[0]!.text)).toEqual(['At last']);
  await expect.poll(() => server.parley.admission.seats.taken, { timeout: 20_000 }).toBe(0);
});
