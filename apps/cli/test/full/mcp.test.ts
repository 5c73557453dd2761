import { freePort, startServer, textsIn } from '@parley/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { machines, type Machine } from '../machine.ts';
import { keysOf, McpHost, type Result } from '../mcp-host.ts';

const server = inject('server');
const settings = { PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'fatal' };

interface Invitation {
  agentLink: string;
  humanLink: string;
}

const invited = async (owner: Machine) => (await owner.answers<Invitation>('invite')).agentLink;
/** The value of a field in a text. */
const valueIn = (text: string, field: string): string => new RegExp(`\\b${field}: ([\\w.:-]+)`).exec(text)![1]!;

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
    const again = { ...joined, note: 'You were in this space already', you: { name: 'Gus', role: 'reviewer', isOwner: false } };
    expect(await gus.call('join_space', { link: invitation.agentLink, name: 'Gus' })).toEqual(again);
    expect(await gus.says('list_spaces')).toContain(
      `- space: launch, spaceId: ${String(created['spaceId'])}, participantId: ${String(joined['participantId'])}, name: "Launch", role: participant`,
    );

    const sequence = Number(valueIn(await olga.says('wait_for_events', { space: 'launch', after: 0, wait: 0 }), 'sequence'));
    const waiting = olga.says('wait_for_events', { space: 'launch', after: sequence });
    await gus.call('send_message', { space: 'launch', content: 'I am here' });
    const heard = await waiting;
    expect(textsIn(heard)).toEqual(['I am here']);
    expect(heard).toContain(`"Gus" guest ${String(joined['participantId']).slice(0, 8)}, id: `);

    await olga.call('send_message', { content: 'Is the note ready?', to: ['Gus'] });
    const { _meta, content } = await gus.counted('get_space');
    expect(_meta).toMatchObject({ 'parley/openDeliveries': 1 });
    expect(content[0]!.text).toMatch(
      /\nyou:\n {2}participantId: \S+, name: "Gus", status: active\n[^]*name: "Olga"[^]*name: "Gus"/,
    );
    expect(content[0]!.text).toMatch(/\nDeliveries to you: 1 queued\. /);
    // The same key returns the same delivery.
    const once = { space: 'launch', idempotencyKey: 'once' };
    const claimed = (await gus.counted('claim_delivery', once)).content[0]!.text;
    expect(textsIn(claimed)).toEqual(['Is the note ready?']);
    expect(claimed).toMatch(/\nDeliveries to you: 1 claimed by you \([\da-f-]{36}, expires \S+Z\)\. /);
    await gus.call('send_message', { space: 'launch', content: 'Yes', replyTo: valueIn(claimed, 'messageId') });
    const sent = await olga.says('list_deliveries', { space: 'launch', role: 'sender', state: 'all' });
    expect(sent).toMatch(/state: done, outcome: replied/);

    const { id } = await olga.call('create_artifact', { space: 'launch', name: 'Note', content: 'We ship on Monday.' });
    const edits = [{ old: 'Monday', new: 'Friday' }];
    expect(await gus.says('edit_artifact', { space: 'launch', artifactId: 'Note', edits })).toContain('version: 2');
    const { contents } = await olga.client.readResource({
      uri: `parley://spaces/${String(created['spaceId'])}/artifacts/${String(id)}`,
    });
    expect((contents[0] as { text: string }).text).toContain('We ship on Friday.');
    expect((await gus.client.listResources()).resources.map(({ uri }) => uri)).toContain(
      `parley://spaces/${String(created['spaceId'])}/messages`,
    );
    const prompt = await gus.client.getPrompt({ name: 'join_meeting', arguments: { link: invitation.agentLink } });
    expect(JSON.stringify(prompt.messages)).not.toMatch(/get_join_status|invitation key/);
    expect(await gus.says('search_docs', { query: 'How do I lock an artifact?' })).toContain('results:');
    expect(await gus.says('read_doc', { page: 'messages' })).toContain('markdown: "#');

    const keys = [...(await keysOf(chair)), ...(await keysOf(guest))];
    expect(keys).toHaveLength(2);
    await gus.call('leave_space', { space: 'launch' });
    expect(await gus.says('list_spaces')).toBe('spaces: none');
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
    await host.says('list_spaces');
    await owner.does('send', 'Wake up', '--to', 'Gus');
    await vi.waitFor(() => expect(host.written).toMatch(/"method":"notifications.claude.channel".*Wake up/), { timeout: 60_000 });
  });

  test('a client is told of changes to the resources that it subscribed to', async () => {
    const [owner, guest] = await meeting();
    const host = await McpHost.start(guest, revision);
    const uri = `parley://spaces/${valueIn(await host.says('list_spaces'), 'spaceId')}/messages`;
    const subscription = revision === '2026' ? await host.client.listen({ resourceSubscriptions: [uri] }) : undefined;
    if (!subscription) await host.client.subscribeResource({ uri });
    // Once the stream has begun.
    await vi.waitFor(() => expect(host.updated).toEqual([uri]), { timeout: 30_000 });
    await owner.does('send', 'News');
    await vi.waitFor(() => expect(host.updated).toEqual([uri, uri]), { timeout: 30_000 });
    await (subscription ? subscription.close() : host.client.unsubscribeResource({ uri }));
    await owner.does('send', 'More news');
    await host.says('wait_for_events', { space: 'launch', after: 0, wait: 0 });
    expect(host.updated).toEqual([uri, uri]);
    if (revision === '2025')
      for (const unknown of ['parley://nothing', 'parley://spaces/00000000-0000-4000-8000-000000000000'])
        await expect(host.client.subscribeResource({ uri: unknown })).rejects.toThrow(/not found|no space/i);
    await host.assertNoKeys();
  });
});

type Fields = Record<string, unknown>;

describe.each([false, true])('rotate_key (pinned: %s)', (isPinned) => {
  test('replaces the key in the profile without showing it, and what is followed continues', async () => {
    const [owner, guest] = await meeting();
    const [former] = await keysOf(guest);
    const { spaceId } = await guest.answers<{ spaceId: string }>('space', 'show');
    const host = await McpHost.start(guest, '2026', ...(isPinned ? ['--space', 'launch'] : []));
    const uri = `parley://spaces/${spaceId}`;
    const subscription = await host.client.listen({ resourceSubscriptions: [uri] });
    await vi.waitFor(() => expect(host.updated).toEqual([uri]), { timeout: 30_000 });
    const place = isPinned ? {} : { space: 'launch' };
    expect(await host.call('rotate_key', place)).toEqual({ ok: true });
    const [now] = await keysOf(guest);
    expect(now).not.toBe(former);
    await host.call('send_message', { ...place, content: 'Still me' });
    await owner.does('space', 'update', '--name', 'Elsewhere');
    await vi.waitFor(() => expect(host.updated.length).toBeGreaterThan(1), { timeout: 30_000 });
    await guest.does('key', 'rotate', '--yes');
    await host.call('send_message', { ...place, content: 'After a replacement elsewhere' });
    const other = await guest.tries(['send', 'Stale'], { env: { PARLEY_SPACE: spaceId, PARLEY_KEY: now! } });
    expect(other.stderr).toContain('its holder replaced it');
    await subscription.close();
    await host.assertNoKeys(former!, now!);
  });
});

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
  expect(refused).toMatchObject({ isError: true, _meta: { 'parley/refusal': { code: 'not_found', status: 404 } } });
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
  expect(await host.says('get_space')).toMatch(/name: "Launch"[^]*you:\n {2}participantId: \S+, name: "Olga"/);
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

test('the list has what the keys of the profile can run, and the client is told when that changes', async () => {
  const [owner, guest] = await meeting();
  const ofOwners = ['create_invitation'];
  const ofGuests = ['leave_space'];
  const own = ['list_spaces', 'join_space', 'create_space'];
  const [olga, all] = [await McpHost.start(owner, '2026'), await McpHost.start(guest, '2026', '--tools', 'all')];
  expect(await olga.toolNames()).toEqual(expect.arrayContaining([...own, ...ofOwners, 'send_message']));
  expect(await olga.toolNames()).not.toEqual(expect.arrayContaining(ofGuests));
  expect(await all.toolNames()).toEqual(expect.arrayContaining([...ofOwners, ...ofGuests, 'kick_participant']));

  const host = await McpHost.start(guest, '2025');
  let changes = 0;
  host.client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1));
  const before = await host.toolNames();
  expect(before).toEqual(expect.arrayContaining([...own, ...ofGuests, 'send_message']));
  expect(before).not.toEqual(expect.arrayContaining(ofOwners));
  const { space } = await host.call('create_space', { name: 'Mine', description: 'Alone', ownerName: 'Gus' });
  await vi.waitFor(() => expect(changes).toBe(1), { timeout: 60_000 });
  expect((await host.toolNames()).toSorted()).toEqual([...before, ...ofOwners].toSorted());
  const pinned = await McpHost.start(guest, '2026', '--space', 'launch');
  expect(await pinned.toolNames()).not.toEqual(expect.arrayContaining(ofOwners));
  const mine = await McpHost.start(guest, '2026', '--space', space as string);
  expect(await mine.toolNames()).toEqual(expect.arrayContaining(ofOwners));
});

test('the only space of a profile is meant without a name, and none if there are several', async () => {
  const [owner, guest] = await meeting();
  const host = await McpHost.start(guest, '2026');
  await host.call('send_message', { content: 'Without a name' });
  expect(await owner.does('messages')).toContain('Without a name');
  await guest.does('space', 'create', 'Mine');
  const { isError, content } = await host.tries('send_message', { content: 'To whom?' });
  expect(isError).toBe(true);
  expect(content[0]!.text).toContain('space is required: launch, mine');
});

test('join_space says who the profile is in a space that it is in already, and what had no effect', async () => {
  const [owner] = await meeting();
  const link = await invited(owner);
  const host = await McpHost.start(owner, '2026');
  expect(await host.call('join_space', { link, name: 'x', role: 'y' })).toMatchObject({
    status: 'joined',
    note: 'You were in this space already: name and role had no effect',
    you: { name: 'Olga', role: 'owner', isOwner: true },
  });
  const wrong = link.replace(/[\da-f]{64}/, '0'.repeat(64));
  const { isError, content } = await host.tries('join_space', { link: wrong, name: 'x' });
  expect(isError).toBe(true);
  expect(content[0]!.text).toContain('code: key_unknown');
  const [invitation] = await owner.answers<{ invitationId: string }[]>('invitation', 'list');
  await owner.does('invitation', 'revoke', invitation!.invitationId);
  expect(await host.call('join_space', { link, name: 'Olga' })).toMatchObject({ status: 'joined' });
  await host.assertNoKeys();
});

test('--tools chooses which tools are listed', async () => {
  const [owner, guest] = await meeting();
  const listed = async (...words: string[]) => (await McpHost.start(owner, '2026', ...words)).toolNames();
  expect(await listed()).not.toEqual(expect.arrayContaining(['kick_participant']));
  expect(await listed()).toEqual(expect.arrayContaining(['list_spaces', 'join_space', 'create_space', 'send_message']));
  expect(await listed('--tools', 'owner')).toEqual(expect.arrayContaining(['kick_participant']));
  expect(await listed('--tools', 'core')).not.toEqual(expect.arrayContaining(['create_space']));
  expect(await guest.tries(['mcp', '--tools', 'everything'])).toMatchObject({ code: 2, stdout: '' });
});

test('wait_for_events waits longer than 25 s for a client that is told of the progress', async () => {
  const [owner, guest] = await meeting();
  const host = await McpHost.start(guest, '2025');
  const told: number[] = [];
  const options = { onprogress: ({ progress }: { progress: number }) => void told.push(progress), resetTimeoutOnProgress: true };
  const waiting = host.client.callTool({ name: 'wait_for_events', arguments: { wait: 600 } }, options) as Promise<Result>;
  await vi.waitFor(() => expect(told).toEqual([15, 30]), { timeout: 120_000 });
  await owner.does('send', 'At last');
  expect(textsIn((await waiting).content[0]!.text)).toEqual(['At last']);
});

test('mistakes of a model are refused with the error of the server, and say what to do', async () => {
  const [, guest] = await meeting();
  const host = await McpHost.start(guest, '2026');
  const refusal = async (name: string, args: Fields) => {
    const { isError, _meta } = await host.tries(name, args);
    expect(isError).toBe(true);
    return _meta!['parley/refusal'];
  };
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
  const sequence = Number(valueIn(await host.says('wait_for_events', { after: 0, wait: 0 }), 'sequence'));
  const wait = () => host.says('wait_for_events', { after: sequence });
  // It fails if it had not reached the server, and otherwise waits across the restart.
  const waiting = wait().catch(() => '');
  await own.kill();
  expect((await host.tries('send_message', { content: 'Into the void' }))._meta).toMatchObject({
    'parley/refusal': { status: 503, code: 'unavailable' },
  });
  own = await run();
  await owner.does('send', 'Back again');
  expect([...textsIn(await waiting), ...textsIn(await wait())]).toContain('Back again');
  await host.call('send_message', { content: 'Here too' });
  expect(await owner.does('messages')).toContain('Here too');
  await host.assertNoKeys();
});

test('a parley mcp that is killed loses nothing: the next one has the key and the open deliveries', async () => {
  const [owner, guest] = await meeting();
  const host = await McpHost.start(guest, '2025');
  await owner.does('send', 'For you', '--to', 'Gus');
  await host.says('claim_delivery', { space: 'launch', leaseSeconds: 10 });
  process.kill(host.transport.pid!, 'SIGKILL');
  const next = await McpHost.start(guest, '2025');
  expect((await next.counted('get_space', { space: 'launch' }))._meta).toEqual({ 'parley/openDeliveries': 1 });
});
