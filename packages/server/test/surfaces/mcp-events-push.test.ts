import { answer, createArtifact, EventReader, meeting, type KeyHolder, type Member } from '@parley/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { requestIn, revisions, rpc, type Revision } from '../mcp-rpc.ts';
import { administrator, joined } from '../people.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

type Fields = Record<string, any>;

const keyed = ({ key }: KeyHolder) => ({ 'x-private-key': key });
const about = 'io.modelcontextprotocol/subscriptionId';

/** Opens a stream, and collects what it says. */
async function opened(
  headers: Record<string, string>,
  params: Fields,
  revision: Revision = '2026-07-28',
  id: string | number = 7,
) {
  const aborting = new AbortController();
  onTestFinished(() => aborting.abort());
  const request = requestIn(revision, 'events/stream', params, id);
  const response = await fetch(`${server.url}/mcp`, {
    ...request,
    headers: { ...request.headers, ...headers },
    signal: aborting.signal,
  });
  const messages: Fields[] = [];
  const state = { hasEnded: false };
  const read = async () => {
    const reader = new EventReader();
    for await (const text of response.body!.pipeThrough(new TextDecoderStream()))
      for (const { data } of reader.take(text)) messages.push(JSON.parse(data) as Fields);
  };
  void read()
    .catch(() => {})
    .finally(() => (state.hasEnded = true));
  const of = (what: string): Fields[] =>
    messages.filter(({ method }) => method === `notifications/events/${what}`).map(({ params }) => params as Fields);
  return { response, messages, state, of, close: () => aborting.abort() };
}

it.each(revisions)('each event is pushed once, with the cursor after it (%s)', async (revision) => {
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const stream = await opened(keyed(ada), { name: 'message.created', cursor: null }, revision);
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
  await eventually(() => stream.of('active').length === 1);
  expect(stream.of('active')).toEqual([{ cursor: expect.stringMatching(/^\d+$/), truncated: false, _meta: { [about]: 7 } }]);
  const sent: unknown[] = [];
  for (let i = 0; i < 5; i += 1) {
    sent.push((await answer(200, server, 'sendMessage', owner, { content: 'the harbour opens at noon' })).messageId);
    await answer(200, server, 'sendMessage', ada, { content: 'x' });
  }
  await eventually(() => stream.of('event').length === 5);
  const events = stream.of('event');
  expect(events.map(({ data }) => data.messageId)).toEqual(sent);
  for (const { eventId, data, cursor, _meta } of events)
    expect([eventId, cursor, _meta]).toEqual([`${ada.spaceId}-${data.sequence}`, String(data.sequence), { [about]: 7 }]);
  expect(JSON.stringify(stream.messages)).not.toContain('harbour');

  stream.close();
  const again = await opened(keyed(ada), { name: 'message.created', cursor: events[1]!['cursor'] }, revision, 'other');
  await eventually(() => again.of('event').length === 3);
  expect(again.of('event').map(({ eventId }) => eventId)).toEqual(events.slice(2).map(({ eventId }) => eventId));
  expect(again.of('event')[0]!['_meta']).toEqual({ [about]: 'other' });
});

it('poll and push tell the same', async () => {
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  await createArtifact(server, owner);
  await answer(200, server, 'sendMessage', owner, { content: 'x', to: [ada.id] });
  for (const name of ['message.created', 'delivery.queued', 'artifact.changed']) {
    const { result } = await rpc(server, 'events/poll', { name, cursor: '0' }, { headers: keyed(ada) });
    const stream = await opened(keyed(ada), { name, cursor: '0' });
    await eventually(() => stream.of('event').length === result.events.length);
    expect(stream.of('event').map(({ cursor: _, _meta: __, ...event }) => event)).toEqual(result.events);
    expect(result.events).toHaveLength(1);
  }
});

it('the heartbeat carries a cursor past what was not for the reader', async () => {
  const { owner, crew } = await meeting(server, 2);
  const [ada, bob] = crew as [Member, Member];
  const stream = await opened(keyed(ada), { name: 'space.closed' });
  await eventually(() => stream.of('active').length === 1);
  await answer(200, server, 'sendMessage', owner, { content: 'x' });
  // Ada cannot see this delivery.
  await answer(200, server, 'sendMessage', owner, { content: 'x', to: [bob.id] });
  await eventually(() => stream.of('heartbeat').length > 0);
  const [{ cursor }] = stream.of('heartbeat') as [Fields];
  expect(Number(cursor)).toBeGreaterThan(Number(stream.of('active')[0]!['cursor']));
}, 120_000);

it('a stream ends when its key stops working: first what explains it, then the end, then the result', async () => {
  const { owner, crew } = await meeting(server, 2);
  const [ada, bob] = crew as [Member, Member];
  const kicked = await opened(keyed(ada), { name: 'message.created' });
  const closed = await opened(keyed(bob), { name: 'space.closed' });
  await eventually(() => kicked.of('active').length + closed.of('active').length === 2);
  await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
  await eventually(() => kicked.state.hasEnded);
  await answer(200, server, 'sendMessage', owner, { content: 'x' });
  const last = (stream: typeof kicked) => stream.messages.slice(-2);
  const farewell = [
    { method: 'notifications/events/terminated', params: { error: { code: -32_012 }, _meta: { [about]: 7 } } },
    { id: 7, result: { resultType: 'complete', _meta: {} } },
  ];
  expect(last(kicked)).toMatchObject(farewell);
  expect(kicked.of('event')).toEqual([]);
  await answer(200, server, 'closeSpace', owner);
  await eventually(() => closed.state.hasEnded);
  expect(closed.of('event')).toMatchObject([{ name: 'space.closed', data: { reason: 'closed' } }]);
  expect(last(closed)).toMatchObject(farewell);
});

it('a stream of a user token ends soon after the token is revoked', async () => {
  const maya = await administrator(server);
  const session = String((await maya.json(`${server.url}/auth/token`))['token']);
  const { member } = await joined(server, session, 'Maya');
  const { token, id: tokenId } = await answer(201, server, 'createApiToken', { session }, { name: 'events' });
  const stream = await opened({ 'x-user-token': token }, { name: 'message.created', arguments: { spaceId: member.spaceId } });
  await eventually(() => stream.of('active').length === 1);
  await answer(204, server, 'revokeApiToken', { session }, { tokenId });
  await eventually(() => stream.state.hasEnded);
  expect(stream.of('terminated')).toMatchObject([{ error: { code: -32_012 } }]);
}, 120_000);

it('a stream that cannot begin is an error, and takes no seat', async () => {
  const { crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const refused = async (params: Fields, headers = keyed(ada)) => {
    const { response } = await opened(headers, params);
    expect(response.headers.get('content-type')).toContain('application/json');
    const text = await rpc(server, 'events/stream', params, { headers });
    return text.error;
  };
  expect(await refused({ name: 'nothing' })).toMatchObject({ code: -32_011 });
  expect(await refused({})).toMatchObject({ code: -32_602, message: 'name is required' });
  expect(await refused({ name: 'message.created', cursor: 'x' })).toMatchObject({ code: -32_602 });
  expect(await refused({ name: 'message.created' }, { 'x-private-key': 'x' })).toMatchObject({ code: -32_012 });
  await eventually(() => server.parley.admission.seats.taken === 0);
});

it('a client that disconnects leaves no seat behind', async () => {
  const { crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const streams = await Promise.all(Array.from({ length: 8 }, () => opened(keyed(ada), { name: 'message.created' })));
  await eventually(() => streams.every((stream) => stream.of('active').length === 1));
  expect(server.parley.admission.seats.taken).toBeGreaterThanOrEqual(8);
  for (const stream of streams) stream.close();
  await eventually(() => server.parley.admission.seats.taken === 0);
});
