import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { inTime } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { answerBrokenRequests } from './error-handler.ts';
import { serve, told, type Served } from './served.fixture.ts';

let served: Served;
let place: string;
let owner: Record<string, string>;
beforeAll(async () => {
  served = await serve();
  const { spaceId, ownerPrivateKey } = await served.space();
  place = `/hub/space/${spaceId}`;
  owner = { 'x-private-key': ownerPrivateKey };
});
afterAll(() => served.close());

describe('OPTIONS', () => {
  it.each([
    ['/hub/space', 'OPTIONS, POST'],
    [`/hub/space/x/messages`, 'GET, HEAD, OPTIONS, POST'],
    ['/api/health', 'GET, HEAD, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('lists the methods of %s, also for a preflight request', async (path, allow) => {
    const preflight = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    for (const headers of [{}, preflight]) {
      const reply = await served.ask('OPTIONS', path, { headers });
      expect([reply.status, reply.headers['allow']]).toEqual([204, allow]);
      expect(reply.headers['access-control-allow-methods']).toContain('PATCH');
    }
  });

  it('lists no methods for an unknown URL', async () =>
    expect((await served.ask('OPTIONS', '/nothing')).headers['allow']).toBeUndefined());
});

describe('a method that a URL does not have', () => {
  it('405 for QUERY, whatever its content type', async () => {
    for (const headers of [{}, { 'content-type': 'text/plain' }]) {
      const reply = await served.ask('QUERY', '/hub/space', { headers, body: 'x' });
      expect([reply.status, reply.headers['allow']]).toEqual([405, 'OPTIONS, POST']);
      expect(told(reply).error).toBe('QUERY is not allowed for this URL, which has OPTIONS, POST');
    }
  });

  it('405 and 404 even if the body is broken too', async () => {
    expect((await served.ask('PUT', '/hub/space', { body: '{' })).status).toBe(405);
    expect((await served.ask('POST', '/hub/nothing', { body: '{' })).status).toBe(404);
    expect((await served.ask('QUERY', '/hub/nothing', { body: '{' })).status).toBe(404);
  });
});

describe('a trailing slash', () => {
  it('makes no difference to programs', async () => {
    const body = JSON.stringify({ name: 'n', description: 'd' });
    expect((await served.ask('POST', '/hub/space/', { body })).status).toBe(200);
    for (const path of [place, `${place}/messages`, '/api/health', '/.well-known/oauth-protected-resource']) {
      const [plain, slashed] = await Promise.all([path, `${path}/`].map((each) => served.ask('GET', each, { headers: owner })));
      expect([slashed!.status, slashed!.body], path).toEqual([200, plain!.body]);
    }
    expect((await served.ask('GET', `${place}/messages/?limit=1`, { headers: owner })).status).toBe(200);
  });

  it('deletes nothing: an id can be missing before it', async () => {
    expect((await served.ask('DELETE', `${place}/`, { headers: owner })).status).toBe(404);
    // Clients of MCP end their session in this way.
    expect((await served.ask('DELETE', '/mcp/')).status).toBe(405);
    expect((await served.ask('GET', place, { headers: owner })).status).toBe(200);
  });

  it.each([
    ['/docs/', '../docs'],
    ['/docs/sdk/?q=1', '../sdk?q=1'],
    ['/docs/api/artifacts/', '../artifacts'],
    ['/login/', '../login'],
  ])('%s leads to the page at %s', async (path, location) => {
    const reply = await served.ask('GET', path);
    expect([reply.status, reply.headers['location']]).toEqual([308, location]);
    expect((await served.ask('GET', new URL(location, `http://x${path}`).pathname)).status).toBe(200);
  });

  it.each(['/nothing/', '/docs//', '/docs/nothing/sdk/'])('404 for %s', async (path) =>
    expect((await served.ask('GET', path)).status).toBe(404),
  );
});

describe('the metadata of a protected resource', () => {
  it.each(['', '/mcp'])('name it: %s', async (resource) => {
    const { status, body } = await served.ask('GET', `/.well-known/oauth-protected-resource${resource}`);
    expect([status, JSON.parse(body.toString())]).toMatchObject([200, { resource: served.url + resource }]);
  });
});

test('the metadata of a server below a path are also where RFC 8414 and RFC 9728 look for them', async () => {
  const url = 'https://parley.example/below';
  const here = await serve({ PARLEY_PUBLIC_URL: url });
  onTestFinished(() => here.close());
  const read = async (path: string) => JSON.parse((await here.ask('GET', `/.well-known/${path}`)).body.toString()) as object;
  for (const path of ['', '/below'])
    for (const resource of ['', '/mcp'])
      expect(await read(`oauth-protected-resource${path}${resource}`)).toMatchObject({ resource: url + resource });
  for (const path of ['', '/below']) expect(await read(`oauth-authorization-server${path}`)).toMatchObject({ issuer: url });
});

describe('Expect: 100-continue', () => {
  const metadata = (path: string, length: number, body = '') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n${body}`;
  const space = '{"name":"n","description":"d"}';

  it('100 and then the answer for an acceptable body', async () => {
    const text = metadata('/hub/space', space.length, space).replace('Host: x', 'Host: x\r\nConnection: close');
    expect(await served.exchange(text)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it('400 immediately, without 100, for a body that is too long; the connection ends', async () => {
    const received = await served.exchange(metadata('/hub/space', 3_000_000));
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('"actual":3000000');
    expect(received).not.toContain('100 Continue');
  });

  it('404 immediately for an unknown URL', async () =>
    expect(await served.exchange(metadata('/nothing', 10))).toMatch(/^HTTP\/1\.1 404 /));
});

describe('invalid HTTP', () => {
  const names = ['ratelimit-limit: 300', 'ratelimit-policy: 300;w=60', 'ratelimit-remaining: ', 'ratelimit-reset: '];

  it.each(['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`])(
    'gets the rate-limit headers: %.20j',
    async (text) => {
      const received = (await served.exchange(text)).toLowerCase();
      expect(received).toMatch(/^http\/1\.1 400 /);
      for (const name of names) expect(received).toContain(`\r\n${name}`);
    },
  );

  it('counts once, however much more of it arrives meanwhile', async () => {
    let counted = 0;
    const answer = answerBrokenRequests(async () => {
      counted += 1;
      await setImmediate();
    });
    const socket = new Socket().on('error', () => undefined);
    await Promise.all([answer(new Error('broken'), socket), answer(new Error('broken'), socket)]);
    expect(counted).toBe(1);
  });

  it('counts for its address: 429 eventually', async () => {
    const limited = await serve({ PARLEY_RATE_LIMIT: '2' });
    try {
      const statuses: string[] = [];
      for (let i = 0; i < 3; i += 1) statuses.push((await limited.exchange('nonsense\r\n\r\n')).slice(9, 12));
      expect(statuses).toEqual(['400', '400', '429']);
      expect((await limited.ask('GET', '/llms.txt')).status).toBe(429);
    } finally {
      await limited.close();
    }
  });
});

describe('an invalid Idempotency-Key', () => {
  const keys = ['', 'k'.repeat(256)];
  const asks: [string, () => [string, string, string?]][] = [
    ['createSpace', () => ['POST', '/hub/space', '{"name":"n","description":""}']],
    ['startLink', () => ['POST', '/hub/link/start', '{}']],
    ['pollLink', () => ['POST', '/hub/link/poll', '{"deviceCode":"x"}']],
    ['a question', () => ['POST', '/ask', '{"query":"How do I join?"}']],
    ['a read', () => ['GET', place]],
    ['a stream', () => ['GET', `${place}/messages/stream`]],
    ['a write', () => ['POST', `${place}/messages`, '{"content":"Hello"}']],
    ['tRPC', () => ['POST', '/trpc/createSpace', '{"name":"n","description":""}']],
  ];

  it.each(asks)('400 for %s', async (_, asked) => {
    const [method, path, body] = asked();
    for (const key of keys) {
      const headers = { ...owner, 'content-type': 'application/json', 'idempotency-key': key };
      const reply = await served.ask(method, path, { headers, ...(body !== undefined && { body }) });
      expect(reply.status).toBe(400);
      expect(reply.body.toString()).toContain('Idempotency-Key');
    }
  });

  it('401 comes first', async () => {
    const reply = await served.ask('GET', place, { headers: { 'idempotency-key': 'k'.repeat(256) } });
    expect([reply.status, told(reply).code]).toEqual([401, 'key_missing']);
  });
});

it('polls of a link request are never too early where the rate limit is off, and 429 slow_down where it is on', async () => {
  const polls = async ({ ask }: Served) => {
    const { body } = await ask('POST', '/hub/link/start', { body: '{}' });
    const { deviceCode } = JSON.parse(body.toString()) as { deviceCode: string };
    const poll = () => ask('POST', '/hub/link/poll', { body: JSON.stringify({ deviceCode }) });
    return inTime(4_000, () => poll().then(poll));
  };
  expect((await polls(served)).status).toBe(200);
  const limited = await serve({ PARLEY_RATE_LIMIT: '300' });
  try {
    const refused = await polls(limited);
    expect([refused.status, told(refused).code, refused.headers['retry-after']]).toEqual([429, 'slow_down', '5']);
  } finally {
    await limited.close();
  }
});

describe('a URL in an answer', () => {
  const uri = /^https?:\/\/[\w.:-]+(\/[\w.~!$&'()*+,;=:@%/-]*)?(\?[\w.~!$&'()*+,;=:@%/?-]*)?(#[\w.~!$&'()*+,;=:@%/?-]*)?$/;

  it('is a URL also if it points to an operation', async () => {
    const reply = await served.ask('GET', '/ask?query=listArtifacts%20getArtifact%20writeArtifact%20lockArtifact');
    const { results } = JSON.parse(reply.body.toString()) as { results: { url: string; schema_object: { url: string } }[] };
    expect(results.some(({ url }) => url.includes('/openapi.json#/paths/~1hub~1space~1%7BspaceId%7D'))).toBe(true);
    for (const { url, schema_object } of results) expect([url, schema_object.url]).toEqual([expect.stringMatching(uri), url]);
  });

  it('is a URL in the metadata; a template is named as one, and only the lists whose absence would mean something are empty', async () => {
    const { body } = await served.ask('GET', '/.well-known/oauth-authorization-server');
    const metadata = JSON.parse(body.toString()) as { agent_auth: Record<string, unknown> };
    for (const [name, value] of Object.entries({ ...metadata, ...metadata.agent_auth })) {
      if (name.endsWith('_uri') || name === 'issuer') expect(value, name).toMatch(uri);
      if (!['response_types_supported', 'grant_types_supported'].includes(name)) expect(value, name).not.toEqual([]);
    }
    expect(metadata.agent_auth).toMatchObject({
      revocation_uri: `${served.url}/hub/me/tokens`,
      revocation_uri_template: `${served.url}/hub/me/tokens/{tokenId}`,
    });
    expect(metadata).toMatchObject({ response_types_supported: [], grant_types_supported: [] });
    expect(metadata).not.toHaveProperty('authorization_endpoint');
  });
});
