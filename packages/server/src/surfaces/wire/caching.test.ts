import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from './served.fixture.ts';

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

const get = (path: string, headers: Record<string, string> = {}) => served.ask('GET', path, { headers });

describe('nothing under /hub and /trpc is stored by a cache', () => {
  it.each([
    ['an answer', 200, 'GET', () => place],
    ['a written message', 200, 'POST', () => `${place}/messages`, '{"content":"Hello"}'],
    ['an artifact list', 200, 'GET', () => `${place}/artifact`],
    ['a stream', 200, 'GET', () => `${place}/messages/stream`],
    ['a preflight', 204, 'OPTIONS', () => place],
    ['400', 400, 'POST', () => '/hub/space', '{'],
    ['400 for a path that cannot be decoded', 400, 'GET', () => '/hub/%zz'],
    ['404', 404, 'GET', () => '/hub/nothing'],
    ['404 for a space', 404, 'GET', () => '/hub/space/x'],
    ['405', 405, 'PATCH', () => place],
    ['an answer by tRPC', 200, 'GET', () => '/trpc/health?input=%7B%7D'],
    ['a batch by tRPC', 200, 'GET', () => `/trpc/health,health?batch=1&input=${encodeURIComponent('{"0":{},"1":{}}')}`],
    [
      'a subscription by tRPC',
      200,
      'GET',
      () => `/trpc/streamMessages?input=${encodeURIComponent(`{"spaceId":"${place.slice(11)}"}`)}`,
    ],
    ['a refusal by tRPC', 404, 'GET', () => '/trpc/nothing'],
  ])('%s', async (_, status, method, path, body?: string) => {
    const reply = await served.ask(method, path(), { headers: owner, ...(body !== undefined && { body }) });
    expect([reply.status, reply.headers['cache-control']]).toEqual([status, 'no-store']);
  });

  it('401', async () => {
    const reply = await get(place);
    expect([reply.status, reply.headers['cache-control']]).toEqual([401, 'no-store']);
  });

  it('429, and 400 for invalid HTTP', async () => {
    const limited = await serve({ PARLEY_RATE_LIMIT: '1' });
    try {
      await limited.ask('GET', '/hub/nothing');
      const reply = await limited.ask('GET', '/hub/nothing');
      expect([reply.status, reply.headers['cache-control']]).toEqual([429, 'no-store']);
    } finally {
      await limited.close();
    }
    expect((await served.exchange('nonsense\r\n\r\n')).toLowerCase()).toContain('\r\ncache-control: no-store\r\n');
  });
});

describe('Vary', () => {
  it('names Accept if the answer depends on it, refusals included', async () => {
    const stream = { accept: 'text/event-stream' };
    for (const reply of [
      await get('/ask?query=join'),
      await get('/ask?query=join', stream),
      await get('/ask?query=join', { accept: 'text/html' }),
      await get('/nothing', { accept: 'text/html' }),
      await get('/nothing'),
      await get('/ask', stream),
      await served.ask('POST', '/ask', { body: '{' }),
      await get(`/space/${place.slice(11)}/x`, { accept: 'text/html' }),
      await get(`/space/${place.slice(11)}/x`),
    ]) {
      expect(reply.headers['vary']).toBe('Accept');
    }
  });

  it('names Prefer if the caller can choose a minimal answer', async () =>
    expect((await get(place, owner)).headers['vary']).toBe('Prefer, If-Context'));

  it('is absent if the answer does not depend on headers', async () =>
    expect((await get(`${place}/artifact`, owner)).headers['vary']).toBeUndefined());
});

describe('large documents that are the same for everyone', () => {
  const large = [
    '/',
    '/room/anywhere',
    '/openapi.json',
    '/llms.txt',
    '/docs',
    '/docs/quick-start',
    '/docs/quick-start.md',
    '/docs/api',
    '/docs/api/messages',
    '/docs/api.md',
  ];

  it.each(large)('%s is compressed for clients that accept it, and plain for others', async (path) => {
    const plain = await get(path);
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    for (const [accepted, coding, decoded] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['GZIP;q=0.5, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      const reply = await get(path, { 'accept-encoding': accepted });
      expect([reply.status, reply.headers['content-encoding']]).toEqual([200, coding]);
      expect(decoded(reply.body).equals(plain.body)).toBe(true);
      expect(reply.headers['content-type']).toBe(plain.headers['content-type']);
      expect(reply.headers['vary']).toBe('Accept-Encoding');
    }
    const refused = await get(path, { 'accept-encoding': 'gzip;q=0, br;q=0.0, identity' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it.each(large)('%s is 304 for a client that has it, in any coding', async (path) => {
    const first = await get(path, { 'accept-encoding': 'br' });
    const etag = String(first.headers['etag']);
    for (const accepted of ['br', 'gzip', 'identity']) {
      const again = await get(path, { 'if-none-match': `"other", ${etag}`, 'accept-encoding': accepted });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('do not include anything under /hub, because the length of a compressed answer would reveal its content', async () => {
    const { headers } = await get(`${place}/messages`, { ...owner, 'accept-encoding': 'br, gzip' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('the tag of an artifact', () => {
  const write = (method: string, path: string, body?: object) =>
    served.ask(method, `${place}/artifact${path}`, { headers: owner, ...(body && { body: JSON.stringify(body) }) });
  const create = async () => {
    const { body } = await write('POST', '', { name: 'Plan', type: 'markdown', content: '# Plan' });
    return (JSON.parse(body.toString()) as { id: string }).id;
  };

  it('304 until it is locked, written or unlocked, and never stored by caches', async () => {
    const id = await create();
    const path = `${place}/artifact/${id}`;
    const tags: string[] = [];
    for (const change of [
      () => write('POST', `/${id}/lock`),
      () => write('PATCH', `/${id}`, { content: '# Plan B' }),
      () => write('DELETE', `/${id}/lock`),
    ]) {
      const { headers } = await get(path, owner);
      tags.push(String(headers['etag']));
      const again = await get(path, { ...owner, 'if-none-match': tags.at(-1)! });
      expect([again.status, again.body.length, again.headers['cache-control']]).toEqual([304, 0, 'no-store']);
      expect((await change()).status).toBe(200);
      expect((await get(path, { ...owner, 'if-none-match': tags.at(-1)! })).status).toBe(200);
    }
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('of its download changes only with the content', async () => {
    const id = await create();
    const path = `${place}/artifact/${id}/download`;
    const etag = String((await get(path, owner)).headers['etag']);
    await write('POST', `/${id}/lock`);
    expect((await get(path, { ...owner, 'if-none-match': `W/${etag}` })).status).toBe(304);
    await write('PATCH', `/${id}`, { content: '# Plan B' });
    const changed = await get(path, { ...owner, 'if-none-match': etag });
    expect([changed.status, changed.body.toString()]).toEqual([200, '# Plan B']);
  });

  it('401 to a stranger who knows it', async () => {
    const path = `${place}/artifact/${await create()}`;
    const { headers } = await get(path, owner);
    expect((await get(path, { 'if-none-match': String(headers['etag']) })).status).toBe(401);
  });
});

it('a service with an https address sends HSTS with every response, refusals included', async () => {
  const secure = await serve({ PARLEY_PUBLIC_URL: 'https://parley.example' });
  try {
    for (const path of ['/', '/api/health', '/hub/nothing', '/%zz']) {
      expect((await secure.ask('GET', path)).headers['strict-transport-security']).toBe('max-age=31536000');
    }
  } finally {
    await secure.close();
  }
  expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
});
