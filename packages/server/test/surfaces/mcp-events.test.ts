import { answer, createArtifact, meeting, type KeyHolder, type Member } from '@parley/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from '../in-process.ts';
import { capabilitiesOf, revisions, rpc, type RpcError } from '../mcp-rpc.ts';
import { administrator, joined } from '../people.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

type Fields = Record<string, unknown>;
interface Page {
  events: { eventId: string; name: string; timestamp: string; data: Fields }[];
  cursor: string;
  truncated: boolean;
  hasMore: boolean;
  nextPollMs: number;
}

const keyed = ({ key }: KeyHolder) => ({ 'x-private-key': key });
const poll = async (member: KeyHolder, name: string, params: Fields = {}): Promise<Page> => {
  const { result, error } = await rpc(server, 'events/poll', { name, ...params }, { headers: keyed(member) });
  if (error) throw new Error(error.message);
  return result as Page;
};
const refused = async (params: Fields, headers: Record<string, string> = {}): Promise<RpcError> => {
  const { error } = await rpc(server, 'events/poll', params, { headers });
  return error!;
};
const names = ['message.created', 'delivery.queued', 'artifact.changed', 'task.changed', 'decision.changed', 'space.closed'];
/** What every participant reads, and no subscriber. */
const secret = 'the harbour opens at noon';

describe.each(revisions)('in the revision %s', (revision) => {
  it('the capability is where the extension puts it, and where clients of its draft read it', async () => {
    const { events, extensions } = await capabilitiesOf(server, revision);
    expect([events, (extensions as Fields)['io.modelcontextprotocol/events']]).toEqual([{}, {}]);
  });

  it('the kinds of events are listed without a key, with what they take and tell', async () => {
    const { result } = await rpc(server, 'events/list', {}, { revision });
    const events = result.events as (Fields & { inputSchema: Fields; payloadSchema: { properties: Fields } })[];
    expect(events.map(({ name }) => name).sort()).toEqual([...names].sort());
    for (const { name, description, delivery, inputSchema, payloadSchema } of events) {
      expect(String(description).length, String(name)).toBeGreaterThan(20);
      expect(delivery).toContain('poll');
      expect(inputSchema).toMatchObject({
        type: 'object',
        properties: { spaceId: { type: 'string' } },
        additionalProperties: false,
      });
      expect(payloadSchema).toMatchObject({
        type: 'object',
        required: expect.arrayContaining(['spaceId', 'sequence']) as unknown,
      });
      expect(JSON.stringify([inputSchema, payloadSchema])).not.toContain('$ref');
    }
  });

  it('events are polled', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const params = { name: 'message.created' };
    const { result: first } = await rpc(server, 'events/poll', params, { revision, headers: keyed(ada) });
    expect(first).toMatchObject({ events: [], truncated: false, hasMore: false, nextPollMs: expect.any(Number) as number });
    await answer(200, server, 'sendMessage', owner, { content: secret });
    const { result: next } = await rpc(
      server,
      'events/poll',
      { ...params, cursor: first.cursor },
      { revision, headers: keyed(ada) },
    );
    expect(next.events).toHaveLength(1);
    expect(next.resultType).toBe(revision === '2026-07-28' ? 'complete' : undefined);
  });
});

it('what happens in a space is told as references to those who can see it, never as text', async () => {
  const { owner, crew } = await meeting(server, 2);
  const [ada, bob] = crew as [Member, Member];
  const start = Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await poll(ada, name)).cursor] as const)));
  const { messageId } = await answer(200, server, 'sendMessage', owner, { content: secret, to: [ada.id] });
  await answer(200, server, 'sendMessage', owner, { content: secret, to: [bob.id] });
  const artifactId = await createArtifact(server, bob, secret);
  const { taskId } = await answer(200, server, 'createTask', owner, { title: secret });
  const { decisionId } = await answer(200, server, 'createDecision', owner, { title: secret, voters: [bob.id] });
  await answer(200, server, 'answerDecision', bob, { decisionId, option: 'approve', reason: secret });

  const told = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await poll(ada, name, { cursor: start[name] })] as const)),
  ) as Record<string, Page>;
  expect(JSON.stringify(told)).not.toContain(secret);
  const dataOf = (name: string) => told[name]!.events.map(({ data }) => data);
  const { spaceId } = ada;
  expect(dataOf('message.created')[0]).toEqual({
    ...{ spaceId, sequence: expect.any(Number) as number, messageId, senderId: owner.id, speaker: 'owner', type: 'text' },
    to: [ada.id],
    expects: expect.any(String) as string,
  });
  expect(dataOf('delivery.queued')).toMatchObject([{ messageId, senderId: owner.id, participantId: ada.id }]);
  expect(dataOf('artifact.changed')).toMatchObject([{ artifactId, version: 1, action: 'created', actorId: bob.id }]);
  expect(dataOf('task.changed')).toMatchObject([{ taskId, action: 'created', state: 'open' }]);
  expect(dataOf('decision.changed').map(({ action }) => action)).toEqual(['opened', 'answered', 'ended']);
  expect(dataOf('space.closed')).toEqual([]);
  for (const { events } of Object.values(told))
    for (const { eventId, name, timestamp, data } of events) {
      expect([eventId, names.includes(name)]).toEqual([`${spaceId}-${String(data['sequence'])}`, true]);
      expect(new Date(timestamp).toISOString()).toBe(timestamp);
    }
  // What they did themselves is not told to them.
  expect((await poll(bob, 'artifact.changed', { cursor: start['artifact.changed'] })).events).toEqual([]);
  expect((await poll(owner, 'artifact.changed', { cursor: '0', arguments: { artifactId } })).events).toHaveLength(1);
  expect((await poll(owner, 'artifact.changed', { cursor: '0', arguments: { artifactId: taskId } })).events).toEqual([]);
  // The owner sees deliveries to others, but is told only of those to itself: here, that the decision has ended.
  const toOwner = (await poll(owner, 'delivery.queued', { cursor: '0' })).events;
  expect(toOwner.map(({ data }) => data['participantId'])).toEqual([owner.id]);
});

it('pages of any size tell each event once, in order', async () => {
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const { cursor } = await poll(ada, 'message.created');
  const sent: unknown[] = [];
  for (let i = 0; i < 12; i += 1) {
    sent.push((await answer(200, server, 'sendMessage', owner, { content: 'x' })).messageId);
    // These are of another kind, and its own: neither is told.
    if (i % 3 === 0) await answer(200, server, 'createTask', owner, { title: `${i}` });
    if (i % 4 === 0) await answer(200, server, 'sendMessage', ada, { content: 'y' });
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 15 }), async (sizes) => {
      const found: unknown[] = [];
      let at = cursor;
      for (let i = 0; ; i += 1) {
        const page = await poll(ada, 'message.created', { cursor: at, maxEvents: sizes[i % sizes.length] });
        expect(page.events.length).toBeLessThanOrEqual(Math.min(100, sizes[i % sizes.length]!));
        found.push(...page.events.map(({ data }) => data['messageId']));
        at = page.cursor;
        if (!page.hasMore) break;
      }
      expect(found).toEqual(sent);
    }),
    { numRuns: 10 },
  );
});

it('a long past of other events is read in portions, and then the cursor is the present', async () => {
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  for (let i = 0; i < 130; i += 1) await answer(200, server, 'sendMessage', owner, { content: 'x' });
  const first = await poll(ada, 'task.changed', { cursor: '0' });
  expect(first).toMatchObject({ events: [], hasMore: true });
  const second = await poll(ada, 'task.changed', { cursor: first.cursor });
  expect(second).toMatchObject({ events: [], hasMore: false, cursor: (await poll(ada, 'task.changed')).cursor });
});

describe('a position that cannot be continued', () => {
  it('ahead of the log is truncated, and begins now', async () => {
    const { crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const { cursor } = await poll(ada, 'message.created');
    expect(await poll(ada, 'message.created', { cursor: '999999' })).toMatchObject({ events: [], cursor, truncated: true });
  });

  it('older than the age is truncated where that begins', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const { cursor } = await poll(ada, 'message.created');
    for (let i = 0; i < 5; i += 1) await answer(200, server, 'sendMessage', owner, { content: 'x' });
    const { events } = await poll(ada, 'message.created', { cursor });
    // Between the third and the fourth message, whatever time it is when the server looks.
    const { now } = server.parley.source;
    const third = Date.parse(events[2]!.timestamp);
    Object.assign(server.parley.source, { now: () => third + 1_000 });
    try {
      const recent = await poll(ada, 'message.created', { cursor, maxAgeMs: 999 });
      expect([recent.truncated, recent.events.map(({ eventId }) => eventId)]).toEqual([
        true,
        events.slice(3).map(({ eventId }) => eventId),
      ]);
      const all = await poll(ada, 'message.created', { cursor, maxAgeMs: 3_600_000 });
      expect([all.truncated, all.events.length]).toEqual([false, 5]);
      expect(await poll(ada, 'message.created', { maxAgeMs: 0 })).toMatchObject({ events: [], truncated: false });
    } finally {
      Object.assign(server.parley.source, { now });
    }
  });
});

describe('a request is refused in plain words', () => {
  it('without a key, with an unknown one, and with one that works no more', async () => {
    const { owner, crew, invitation } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const params = { name: 'message.created' };
    expect(await refused(params)).toMatchObject({ code: -32_012, message: expect.stringContaining('X-Private-Key') as string });
    expect(await refused(params, { 'x-private-key': 'f'.repeat(64) })).toMatchObject({ code: -32_012 });
    expect(await refused(params, keyed(invitation))).toMatchObject({ code: -32_012 });
    await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
    expect(await refused(params, keyed(ada))).toMatchObject({ code: -32_012, data: { status: 401 } });
    await answer(200, server, 'closeSpace', owner);
    expect(await refused(params, keyed(owner))).toMatchObject({ code: -32_012 });
  });

  it('for an event that there is not, and with arguments, cursors and sizes that are none', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const other = await meeting(server, 0);
    const ask = (params: Fields) => refused({ name: 'message.created', ...params }, keyed(ada));
    expect(await ask({ name: 'constructor' })).toEqual({
      code: -32_011,
      message: 'There is no event "constructor": events/list names them',
      data: { kind: 'event' },
    });
    expect(await ask({ arguments: { artifactId: owner.id } })).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('artifactId') as string,
    });
    expect(await ask({ arguments: { spaceId: 'x' } })).toMatchObject({ code: -32_602, message: 'spaceId must be a UUID' });
    expect(await ask({ cursor: '-1' })).toMatchObject({ code: -32_602, message: 'cursor must be one that this server gave' });
    expect(await ask({ maxEvents: 0 })).toMatchObject({ code: -32_602, message: 'maxEvents must be at least 1' });
    expect(await ask({ arguments: { spaceId: other.owner.spaceId } })).toMatchObject({ code: -32_012 });
  });
});

it('a user token stands for the participant of its user in the space that the arguments name', async () => {
  const maya = await administrator(server);
  const session = String((await maya.json(`${server.url}/auth/token`))['token']);
  const { owner, member } = await joined(server, session, 'Maya');
  const { token, id: tokenId } = await answer(201, server, 'createApiToken', { session }, { name: 'events' });
  const headers = { 'x-user-token': token };
  const params = { name: 'delivery.queued', cursor: '0', arguments: { spaceId: member.spaceId } };
  const { messageId } = await answer(200, server, 'sendMessage', owner, { content: secret, to: [member.id] });
  const { result } = await rpc(server, 'events/poll', params, { headers });
  expect(result.events).toMatchObject([{ data: { messageId, participantId: member.id } }]);
  expect(await refused({ name: 'delivery.queued' }, headers)).toMatchObject({
    code: -32_602,
    message: 'arguments.spaceId is required with a user token',
  });
  const { owner: stranger } = await meeting(server, 0);
  expect(await refused({ ...params, arguments: { spaceId: stranger.spaceId } }, headers)).toMatchObject({ code: -32_011 });
  await answer(204, server, 'revokeApiToken', { session }, { tokenId });
  expect(await refused(params, headers)).toMatchObject({ code: -32_012 });
});
