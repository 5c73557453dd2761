import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Reply, type Served } from './served.fixture.ts';

let served: Served;
let spaceId: string;
let key: string;
beforeAll(async () => {
  served = await serve();
  const { ownerPrivateKey, ...space } = await served.space();
  [spaceId, key] = [space.spaceId, ownerPrivateKey];
});
afterAll(() => served.close());

const rpc = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const accept = 'application/json, text/event-stream';

/** How each surface reads the space. */
const surfaces: Record<string, (headers: Record<string, string>) => Promise<Reply>> = {
  REST: (headers) => served.ask('GET', `/hub/space/${spaceId}`, { headers }),
  SSE: (headers) => served.ask('GET', `/hub/space/${spaceId}/messages/stream`, { headers }),
  tRPC: (headers) => served.ask('GET', `/trpc/getSpace?input=${encodeURIComponent(JSON.stringify({ spaceId }))}`, { headers }),
  MCP: (headers) =>
    served.ask('POST', '/mcp', {
      headers: { ...headers, accept, 'content-type': 'application/json' },
      body: rpc('tools/call', { name: 'get_space', arguments: { spaceId } }),
    }),
  A2A: (headers) => served.ask('POST', '/a2a', { headers, body: rpc('ListTasks', { contextId: spaceId }) }),
};

describe.each(Object.entries(surfaces))('a key as a bearer token over %s', (_, ask) => {
  it('opens its space', async () => {
    const { status, body } = await ask({ authorization: `Bearer ${key}` });
    expect(status, body.toString()).toBe(200);
    expect(body.toString()).toContain(spaceId);
    expect(body.toString()).not.toContain('key_');
  });

  it('is not read if X-Private-Key is sent', async () =>
    expect((await ask({ authorization: `Bearer ${key}`, 'x-private-key': 'none' })).body.toString()).toMatch(
      /The key in the header X-Private-Key .*key_unknown/is,
    ));

  it('is refused with the name of the header if it opens nothing', async () =>
    expect((await ask({ authorization: 'Bearer nonsense' })).body.toString()).toMatch(/key in the header Authorization/));

  it('is missing if it is a session or a user token, and the refusal names both headers', async () => {
    for (const token of ['h.p.s', 'usr_token'])
      expect((await ask({ authorization: `Bearer ${token}` })).body.toString()).toMatch(
        /X-Private-Key: <key>, or Authorization: Bearer <key>/,
      );
  });
});
