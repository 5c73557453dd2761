import { readEnvelope } from '@parley/sdk';
import { freePort, startServer, type TestServer } from '@parley/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { machines, type Machine } from './machine.ts';
import { keysOf, McpHost } from './mcp-host.ts';

let server: TestServer;
let data: string;
const settings = { PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'fatal' };
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-cli-mcp-'));
  server = await startServer({ ...settings, PARLEY_DATA_DIR: data });
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

interface Invitation {
  agentLink: string;
  humanLink: string;
}

const invited = async (owner: Machine) => (await owner.answers<Invitation>('invite')).agentLink;
/** A space that `owner` created and `guest` joined, both from the command line. */
async function meeting(url = server.url): Promise<[owner: Machine, guest: Machine]> {
  const [owner, guest] = await machines(url, 'owner', 'guest');
  await owner.does('space', 'create', 'Launch', '--name', 'Olga');
  await guest.does('join', await invited(owner), '--name', 'Gus');
  return [owner, guest];
}

describe.each(['2025', '2026'] as const)('in revision %s', (revision) => {
  test('two models hold a meeting, and no key is in anything that the processes wrote', async () => {
    const [chair, guest] = await machines(server.url, 'chair', 'guest');
    const [olga, gus] = [await McpHost.start(chair, revision), await McpHost.start(guest, revision)];

    const created = await olga.call('create_space', { name: 'Launch', description: 'Agree on the note', ownerName: 'Olga' });
    expect(created).toEqual({
      space: 'launch',
      spaceId: expect.any(String) as string,
      participantId: expect.any(String) as string,
    });
    const invitation = await olga.call<Fields & Invitation>('create_invitation', { space: 'launch' });
    expect(invitation).not.toHaveProperty('publicInvitationKey');
    const joined = await gus.call('join_space', { link: invitation.agentLink, name: 'Gus', role: 'reviewer' });
    expect(joined).toMatchObject({ status: 'joined', space: 'launch', name: 'Launch' });
    expect(await gus.call('join_space', { link: invitation.agentLink, name: 'Gus' })).toEqual(joined);
    expect(await gus.call('list_spaces')).toEqual({
      spaces: [{ ...joined, status: undefined, role: 'participant' }],
    });

    const { sequence } = await olga.call<{ sequence: number }>('wait_for_events', { space: 'launch', after: 0, wait: 0 });
    const waiting = olga.call<{ events: { event: string; data: Fields }[] }>('wait_for_events', {
      space: 'launch',
      after: sequence,
    });
    await gus.call('send_message', { space: 'launch', content: 'I am here' });
    const { events } = await waiting;
    expect(events[0]).toMatchObject({ event: 'message', data: { senderId: joined['participantId'] } });
    expect(readEnvelope(String(events[0]!.data['content']))).toMatchObject({
      content: 'I am here',
      labels: { senderName: 'Gus', spaceId: created['spaceId'] },
    });

    await olga.call('send_message', { space: 'launch', content: 'Is the note ready?', to: [joined['participantId']] });
    const { _meta, structuredContent } = await gus.tries('get_space', { space: 'launch' });
    expect(_meta).toMatchObject({ 'parley/openDeliveries': 1 });
    expect(structuredContent).toMatchObject({ participants: [{ name: 'Olga' }, { name: 'Gus' }] });
    const claimed = await gus.call<{ message: Fields }>('claim_delivery', { space: 'launch' });
    expect(String(claimed.message['content'])).toContain('Is the note ready?');
    await gus.call('send_message', { space: 'launch', content: 'Yes', replyTo: claimed.message['id'] });
    const sent = await olga.call<{ deliveries: Fields[] }>('list_deliveries', {
      space: 'launch',
      role: 'sender',
      state: 'all',
    });
    expect(sent.deliveries).toMatchObject([{ state: 'done', outcome: 'replied' }]);

    const { id } = await olga.call('create_artifact', { space: 'launch', name: 'Note', content: 'We ship on Monday.' });
    const edits = [{ old: 'Monday', new: 'Friday' }];
    expect(await gus.call('edit_artifact', { space: 'launch', artifactId: id, edits })).toMatchObject({ version: 2 });
    const { contents } = await olga.client.readResource({
      uri: `parley://spaces/${String(created['spaceId'])}/artifacts/${String(id)}`,
    });
    expect((contents[0] as { text: string }).text).toContain('We ship on Friday.');
    expect((await gus.client.listResources()).resources.map(({ uri }) => uri)).toContain(
      `parley://spaces/${String(created['spaceId'])}/messages`,
    );
    const prompt = await gus.client.getPrompt({ name: 'join_meeting', arguments: { link: invitation.agentLink } });
    expect(JSON.stringify(prompt.messages)).not.toMatch(/get_join_status|invitation key/);
    expect(await gus.call('search_docs', { query: 'How do I lock an artifact?' })).toMatchObject({
      results: expect.arrayContaining([]) as unknown,
    });
    expect(await gus.call('read_doc', { page: 'messages' })).toMatchObject({ markdown: expect.stringContaining('#') as string });

    const keys = [...(await keysOf(chair)), ...(await keysOf(guest))];
    expect(keys).toHaveLength(2);
    await gus.call('leave_space', { space: 'launch' });
    expect(await gus.call('list_spaces')).toEqual({ spaces: [] });
    await olga.call('close_space', { space: 'launch' });
    expect(await keysOf(chair)).toEqual([]);
    for (const host of [olga, gus]) {
      expect(host.written).toContain('Serving');
      expect(host.written).toContain('structuredContent');
      await host.assertNoKeys(...keys);
    }
  });

  test('--channel pushes in this revision too', async () => {
    const [owner, guest] = await meeting();
    const host = await McpHost.start(guest, revision, '--channel');
    expect(host.client.getServerCapabilities()?.experimental).toEqual({ 'claude/channel': {} });
    expect(host.client.getInstructions()).toContain('channel event');
    await host.call('list_spaces');
    await owner.does('send', 'Wake up', '--to', 'Gus');
    await vi.waitFor(() => expect(host.written).toMatch(/"method":"notifications.claude.channel".*Wake up/), { timeout: 60_000 });
  });

  test('a client is told of changes to the resources that it subscribed to', async () => {
    const [owner, guest] = await meeting();
    const host = await McpHost.start(guest, revision);
    const { spaces } = await host.call<{ spaces: { spaceId: string }[] }>('list_spaces');
    const uri = `parley://spaces/${spaces[0]!.spaceId}/messages`;
    const subscription = revision === '2026' ? await host.client.listen({ resourceSubscriptions: [uri] }) : undefined;
    if (!subscription) await host.client.subscribeResource({ uri });
    // Once the stream has begun.
    await vi.waitFor(() => expect(host.updated).toEqual([uri]), { timeout: 30_000 });
    await owner.does('send', 'News');
    await vi.waitFor(() => expect(host.updated).toEqual([uri, uri]), { timeout: 30_000 });
    await (subscription ? subscription.close() : host.client.unsubscribeResource({ uri }));
    await owner.does('send', 'More news');
    await host.call('wait_for_events', { space: 'launch', after: 0, wait: 0 });
    expect(host.updated).toEqual([uri, uri]);
    if (revision === '2025')
      for (const unknown of ['parley://nothing', 'parley://spaces/00000000-0000-4000-8000-000000000000'])
        await expect(host.client.subscribeResource({ uri: unknown })).rejects.toThrow(/not found|no space/i);
    await host.assertNoKeys();
  });
});

type Fields = Record<string, unknown>;

test('a private space answers pending until the owner approves, and a repeated call collects the key', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Secret', '--privacy', 'private', '--name', 'Olga');
  const link = await invited(owner);
  const host = await McpHost.start(guest, '2026');
  const joining = host.call('join_space', { link, name: 'Gus' });
  await vi.waitFor(async () => expect(await owner.does('participants')).toContain('waiting'), { timeout: 60_000 });
  expect(await joining).toEqual({ status: 'pending' });
  await owner.does('approve', 'Gus');
  expect(await host.call('join_space', { link, name: 'Gus' })).toMatchObject({ status: 'joined', space: 'secret' });
  await host.assertNoKeys();
});

test('a space that a model joins does not become the current space of the user', async () => {
  const [owner, guest] = await meeting();
  const host = await McpHost.start(owner, '2026');
  await host.call('create_space', { name: 'Other', description: 'Something else' });
  expect(await owner.answers<{ alias: string; current: boolean }[]>('space', 'list')).toMatchObject([
    { alias: 'launch', current: true },
    { alias: 'other', current: false },
  ]);
  // A space that is joined elsewhere can be used at once.
  const other = await McpHost.start(guest, '2026');
  await guest.does('space', 'create', 'Mine');
  expect(await other.call('send_message', { space: 'mine', content: 'Hello' })).toHaveProperty('messageId');
});

test('a pinned space needs no argument, and no other space can be reached', async () => {
  const [owner, guest] = await meeting();
  await guest.does('space', 'create', 'Mine');
  const host = await McpHost.start(guest, '2026', '--space', 'launch');
  expect(await host.toolNames()).not.toEqual(expect.arrayContaining(['join_space']));
  for (const { name, inputSchema } of (await host.client.listTools()).tools)
    expect(Object.keys(inputSchema.properties ?? {}), name).not.toContain('space');
  await host.call('send_message', { content: 'From the pinned one' });
  expect(await owner.does('messages')).toContain('From the pinned one');
  const refused = await host.tries('send_message', { content: 'No', space: 'mine' });
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'not_found', status: 404 } });
  const [mine] = (await guest.answers<{ alias: string; spaceId: string }[]>('space', 'list')).filter(
    ({ alias }) => alias === 'mine',
  );
  await expect(host.client.readResource({ uri: `parley://spaces/${mine!.spaceId}` })).rejects.toThrow('Only one space');
  await host.assertNoKeys();
});

test('a key from the environment pins its space and stays out of the conversation', async () => {
  const [owner] = await meeting();
  const [key] = await keysOf(owner);
  const { spaceId } = await owner.answers<{ spaceId: string }>('space', 'show');
  const [agent] = await machines(server.url, 'agent');
  Object.assign(agent.env, { PARLEY_SPACE: spaceId, PARLEY_KEY: key });
  const host = await McpHost.start(agent, '2026');
  expect(await host.call('get_space')).toMatchObject({ name: 'Launch' });
  await host.assertNoKeys(key!);
});

test('--allow offers only the tools of these groups, and resources only with read', async () => {
  const [, guest] = await meeting();
  const reader = await McpHost.start(guest, '2026', '--allow', 'read');
  const all = (await reader.client.listTools()).tools;
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_spaces', 'list_messages', 'wait_for_events']));
  for (const { name, annotations } of all) expect(annotations?.readOnlyHint, name).toBe(true);
  await expect(reader.client.callTool({ name: 'send_message', arguments: {} })).rejects.toThrow('no such tool');

  const writer = await McpHost.start(guest, '2026', '--space', 'launch', '--allow', 'send,artifacts');
  expect(await writer.toolNames()).toEqual(expect.arrayContaining(['send_message', 'claim_delivery', 'edit_artifact']));
  expect(await writer.toolNames()).not.toEqual(expect.arrayContaining(['list_messages']));
  const { spaceId } = await guest.answers<{ spaceId: string }>('space', 'show');
  expect((await writer.client.listResources()).resources).toEqual([]);
  await expect(writer.client.readResource({ uri: `parley://spaces/${spaceId}` })).rejects.toThrow('not allowed');

  expect(await guest.tries(['mcp', '--allow', 'everything'])).toMatchObject({ code: 2, stdout: '' });
});

test('mistakes of a model are refused with the error of the server, and say what to do', async () => {
  const [, guest] = await meeting();
  const host = await McpHost.start(guest, '2026');
  const refusal = async (name: string, args: Fields) => {
    const { isError, structuredContent } = await host.tries(name, args);
    expect(isError).toBe(true);
    return structuredContent;
  };
  expect(await refusal('get_space', {})).toMatchObject({ status: 400, error: 'space is required: launch' });
  expect(await refusal('get_space', { space: 'nowhere' })).toMatchObject({ status: 404, code: 'not_found' });
  expect(await refusal('get_space', { space: 7 })).toMatchObject({ status: 400 });
  expect(await refusal('send_message', { space: 'launch' })).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(await refusal('send_message', { space: 'launch', content: 7 })).toMatchObject({ status: 400 });
  expect(await refusal('send_message', { space: 'launch', content: 'x', idempotencyKey: 7 })).toMatchObject({ status: 400 });
  expect(await refusal('close_space', { space: 'launch' })).toMatchObject({ status: 401, code: 'key_wrong_type' });
  expect(await refusal('get_artifact', { space: 'launch', artifactId: '../x' })).toMatchObject({ status: 404 });
  expect(await refusal('read_doc', { page: '../../etc/passwd' })).toMatchObject({ status: 404 });
  expect(await refusal('join_space', { link: 'http://127.0.0.1:1/', name: 'x' })).toMatchObject({ status: 400 });
  await host.assertNoKeys();
});

test('a server that is killed and restarted is found again, and nothing that happened is missed', async () => {
  const port = String(await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'parley-cli-mcp-killed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const run = () => startServer({ ...settings, PARLEY_DATA_DIR: folder, PORT: port });
  let own = await run();
  onTestFinished(() => own.stop());
  const [owner, guest] = await meeting(own.url);
  const host = await McpHost.start(guest, '2026', '--space', 'launch', '--channel');
  const { sequence } = await host.call<{ sequence: number }>('wait_for_events', { after: 0, wait: 0 });
  const wait = () => host.call<{ events: { data: Fields }[] }>('wait_for_events', { after: sequence });
  // It fails if it had not reached the server, and otherwise waits across the restart.
  const waiting = wait().catch(() => ({ events: [] }));
  await own.kill();
  expect((await host.tries('send_message', { content: 'Into the void' })).structuredContent).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  own = await run();
  await owner.does('send', 'Back again');
  const [event] = [...(await waiting).events, ...(await wait()).events];
  expect(String(event!.data['content'])).toContain('Back again');
  await host.call('send_message', { content: 'Here too' });
  expect(await owner.does('messages')).toContain('Here too');
  await host.assertNoKeys();
});

test('a parley mcp that is killed loses nothing: the next one has the key and the open deliveries', async () => {
  const [owner, guest] = await meeting();
  const host = await McpHost.start(guest, '2025');
  await owner.does('send', 'For you', '--to', 'Gus');
  await host.call('claim_delivery', { space: 'launch', leaseSeconds: 10 });
  process.kill(host.transport.pid!, 'SIGKILL');
  const next = await McpHost.start(guest, '2025');
  expect((await next.tries('get_space', { space: 'launch' }))._meta).toEqual({ 'parley/openDeliveries': 1 });
});
