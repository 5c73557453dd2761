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
