import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, told, type Served } from './served.fixture.ts';

let server: Served;
let space: Awaited<ReturnType<Served['space']>>;
beforeAll(async () => {
  server = await serve();
  space = await server.space();
});
afterAll(() => server.close());

describe('wrong input is refused in words for people', () => {
  const keyed = () => ({ 'x-private-key': space.ownerPrivateKey });

  it('over REST, in a body', async () => {
    const reply = await server.ask('POST', '/hub/space', { body: '{"description":5,"ttl":0}' });
    expect(told(reply)).toMatchObject({
      error: 'name is required; description must be a string; ttl must be at least 1',
      code: 'invalid_request',
      issues: [
        { field: 'name', message: 'is required' },
        { field: 'description', message: 'must be a string' },
        { field: 'ttl', message: 'must be at least 1' },
      ],
    });
  });

  it('over REST, in a query', async () => {
    const path = `/hub/space/${space.spaceId}/messages?limit=5000&wait=soon`;
    expect(told(await server.ask('GET', path, { headers: keyed() })).error).toBe(
      'limit must be at most 1000; wait must be an integer',
    );
    const negative = `/hub/space/${space.spaceId}/messages?after=-1&limit=1.5`;
    expect(told(await server.ask('GET', negative, { headers: keyed() })).error).toBe(
      'after must be at least 0; limit must be an integer',
    );
  });

  it('before a stream', async () => {
    const path = `/hub/space/${space.spaceId}/messages/stream?lastEventId=x&timestamp=now`;
    expect(told(await server.ask('GET', path, { headers: keyed() })).error).toBe(
      'timestamp must be an RFC 3339 date-time with an offset, such as 2026-01-31T12:00:00Z; lastEventId must be the id of an event',
    );
  });

  it('over tRPC', async () => {
    const headers = { 'content-type': 'application/json' };
    const { body, status } = await server.ask('POST', '/trpc/createSpace', { headers, body: '{"name":"a"}' });
    expect([status, JSON.parse(body.toString())]).toMatchObject([400, { error: { message: 'description is required' } }]);
    const nothing = await server.ask('POST', '/trpc/createSpace', { headers, body: '[]' });
    expect(JSON.parse(nothing.body.toString())).toMatchObject({ error: { message: 'The input must be an object' } });
  });
});

describe('a field that looks like another is refused with the name that was meant', () => {
  const keyed = () => ({ 'x-private-key': space.ownerPrivateKey });
  const meant = (field: string, name: string) => ({
    error: `${field} is unknown. Did you mean ${name}?`,
    code: 'unknown_field',
    issues: [{ field, message: `Did you mean ${name}?` }],
  });

  it('over REST, in a body and in a query', async () => {
    const messages = `/hub/space/${space.spaceId}/messages`;
    const body = JSON.stringify({ content: 'Hello', inReplyTo: 'x' });
    expect(told(await server.ask('POST', messages, { headers: keyed(), body }))).toMatchObject(meant('inReplyTo', 'replyTo'));
    expect(told(await server.ask('GET', `${messages}?Limit=2`, { headers: keyed() }))).toMatchObject(meant('Limit', 'limit'));
    const stray = told(await server.ask('GET', `${messages}?page=2`, { headers: keyed() }));
    expect(stray.error).toBe('page is unknown. There are timestamp, cursor, after, limit, wait.');
  });

  it('over REST only to who shows a key, and never with a key that was sent as a name', async () => {
    expect(told(await server.ask('GET', `/hub/space/${space.spaceId}?page=2`)).code).toBe('key_missing');
    const reply = await server.ask('GET', `/hub/space/${space.spaceId}?${space.ownerPrivateKey}`, { headers: keyed() });
    expect(told(reply)).toMatchObject({ code: 'unknown_field' });
    expect(reply.body.toString()).not.toContain(space.ownerPrivateKey.slice(0, 16));
  });

  it('over REST not for a question or a health check', async () => {
    expect((await server.ask('GET', '/ask?query=join&site=all&mode=list')).status).toBe(200);
    expect((await server.ask('GET', '/api/health?t=1')).status).toBe(200);
  });

  it('over tRPC', async () => {
    const headers = { ...keyed(), 'content-type': 'application/json' };
    const body = JSON.stringify({ spaceId: space.spaceId, content: 'Hello', To: [] });
    const reply = await server.ask('POST', '/trpc/sendMessage', { headers, body });
    expect([reply.status, JSON.parse(reply.body.toString())]).toMatchObject([
      400,
      { error: { message: meant('To', 'to').error } },
    ]);
  });
});

describe('what the document describes is what is accepted', () => {
  const keyed = () => ({ 'x-private-key': space.ownerPrivateKey });
  const uuids = [
    'e3e70682-c209-1cac-a29f-6fbed82c07cd',
    'E3E70682-C209-4CAC-A29F-6FBED82C07CD',
    '01890a5d-ac96-774b-bcce-b302099a8057',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ];

  it.each(uuids)('%s is a UUID of RFC 9562', async (id) => {
    const place = `/hub/space/${space.spaceId}`;
    const asked = await server.ask('POST', '/ask', { body: JSON.stringify({ query: 'How do I join?', query_id: id }) });
    expect(JSON.parse(asked.body.toString())).toMatchObject({ query_id: id.toLowerCase() });
    const body = JSON.stringify({ leaseId: id });
    const renewed = await server.ask('POST', `${place}/deliveries/${id}/renew`, { headers: keyed(), body });
    expect([renewed.status, told(renewed).code]).toEqual([404, 'delivery_not_found']);
    expect(told(await server.ask('GET', `/hub/space/${id}`, { headers: keyed() })).code).toBe('space_not_found');
    const directed = JSON.stringify({ content: 'Hello', to: [id] });
    expect(told(await server.ask('POST', `${place}/messages`, { headers: keyed(), body: directed })).error).toMatch(
      /^to\.0 must be/,
    );
  });

  it('no other text is', async () => {
    for (const id of ['e3e70682-c209-9cac-a29f-6fbed82c07cd', 'e3e70682-c209-1cac-c29f-6fbed82c07cd', 'x', '']) {
      const { error } = told(await server.ask('POST', '/ask', { body: JSON.stringify({ query: 'How?', query_id: id }) }));
      expect(error).toBe('query_id must be a UUID');
    }
  });

  it('a question has at least one character, in each of its forms', async () => {
    const { body } = await server.ask('GET', '/openapi.json');
    const { paths, components } = JSON.parse(body.toString()) as {
      paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
      components: { schemas: Record<string, { properties: { query: { anyOf: object[] } } }> };
    };
    expect(paths['/ask']!.get.parameters.find(({ name }) => name === 'query')!.schema).toMatchObject({ minLength: 1 });
    expect(components.schemas['AskRequest']!.properties.query.anyOf).toMatchObject([
      { minLength: 1 },
      { properties: { text: { minLength: 1 } } },
    ]);
    for (const query of ['', '  ', { text: '' }, { text: '\n' }]) {
      const reply = await server.ask('POST', '/ask', { body: JSON.stringify({ query }) });
      expect([reply.status, told(reply).error]).toEqual([400, expect.stringMatching(/^query(\.text)? must not be empty$/)]);
    }
    expect((await server.ask('GET', '/ask?query=%20')).status).toBe(400);
  });
});
