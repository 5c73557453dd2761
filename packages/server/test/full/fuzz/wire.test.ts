import { METHODS } from 'node:http';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { budget } from '../../fuzz/budget.ts';
import { isHealthy } from '../../fuzz/health.ts';
import { faultsOf, faultsOfOne, faultsOfRefusal } from '../../fuzz/verdict.ts';
import { startWatched, type WatchedServer } from '../../fuzz/watched-server.ts';
import { exchange } from '../../fuzz/wire.ts';

let server: WatchedServer;
beforeAll(async () => {
  server = await startWatched();
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await isHealthy(server.port)).toBe(true);
  expect(server.complaints()).toEqual([]);
});

const id = '0b1c2d3e-0000-4000-8000-000000000000';
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const get = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
const post = (body: string, ...headers: string[]): string =>
  ['POST /hub/space HTTP/1.1', 'Host: x', 'Connection: close', 'Content-Type: application/json', ...headers, '', body].join(
    '\r\n',
  );
const space = '{"name":"n","description":"d"}';
const sized = (body: string, ...headers: string[]): string =>
  post(body, `Content-Length: ${Buffer.byteLength(body)}`, ...headers);

const requests: Record<string, [request: string, ...statuses: number[]]> = {
  'HTTP/1.0 without a host': ['GET /api/health HTTP/1.0\r\n\r\n', 200],
  'HTTP/1.1 without a host': ['GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  'a host of nowhere': [get('/api/health', 'Host: no.such.place:99999'), 200, 400],
  'an absolute URL': [get('http://example.com/api/health'), 200],
  'an absolute URL of nothing': [get('http://example.com/nothing'), 404],
  'a URL with a user': [get('http://a:b@example.com/api/health'), 200, 404],
  'an expectation to go on': [sized(space, 'Expect: 100-continue'), 200],
  'an expectation nobody knows': [sized(space, 'Expect: a-miracle'), 200, 400],
  'an upgrade to WebSocket': [
    get('/api/health', 'Upgrade: websocket', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version: 13'),
    200,
  ],
  'an upgrade to HTTP/2': [get('/api/health', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'), 200],
  'chunks with extensions and trailers': [
    post(`1e;a=b\r\n${space}\r\n0\r\nX-Trailer: 1\r\n\r\n`, 'Transfer-Encoding: chunked'),
    200,
  ],
  'chunks under two encodings': [post(`1e\r\n${space}\r\n0\r\n\r\n`, 'Transfer-Encoding: gzip, chunked'), 200, 400],
  'a body where none belongs': [get('/api/health', 'Content-Length: 5').concat('hello'), 200],
  'a version of the interface that is not': [get('/api/health', 'API-Version: 2'), 400],
  'a body that is too large': [sized(`{"name":"${'x'.repeat(3_000_000)}"}`), 400],
  'chunks that are too large': [post(`300000\r\n${'x'.repeat(0x300000)}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'), 400],
  'a header nearly too large': [get('/api/health', `X-Long: ${'x'.repeat(15_000)}`), 200],
  'headers in great number': [get('/api/health', ...Array.from({ length: 1_500 }, (_, i) => `a${i}: b`)), 200],
  'two keys': [get(`/hub/space/${id}`, 'X-Private-Key: a', 'X-Private-Key: b'), 404],
  'two Idempotency-Keys': [sized(space, 'Idempotency-Key: a', 'Idempotency-Key: b'), 200],
  'a query with a parameter twice': [get(`/hub/space/${id}/messages?limit=1&limit=2`, 'X-Private-Key: a'), 400],
  'a key twice in the query': [get(`/hub/space/${id}/messages/stream?key=a&key=b`), 401],
  'a query of prototypes': [get('/api/health?__proto__=1&__proto__[a]=2&constructor.prototype=3'), 200],
  'a query that is no encoding': [get('/api/health?%zz=%&=&&&a=%c3%28'), 200],
  'NUL in the path': [get('/hub/space/%00'), 401],
  'a slash in the path': [get(`/hub/space%2F${id}`), 404],
  'a slash in an id': [get('/hub/space/a%2Fb'), 401],
  'half a percent sign': [get('/hub/space/%'), 400],
  'a wrong percent sign': [get('/%zz'), 400],
  'a path in broken UTF-8': [get('/hub/space/%c3%28'), 400],
  'a path that climbs': [get('/hub/../../etc/passwd'), 404],
  'a path of slashes': [get('//'), 404],
  'a path with two slashes': [get('//hub//space'), 404],
  'a path in capitals': [get('/HUB/SPACE'), 404],
  'a path that goes on': [get('/hub/space/'), 405],
  'a path with a semicolon': [get('/api/health;a=b'), 404],
  'a path with a backslash': [get('/api\\health'), 404],
  'a long path': [get(`/${'x'.repeat(8_000)}`), 404],
  'a long id': [get(`/hub/space/${'x'.repeat(8_000)}`), 401, 404],
  'a deep path': [get('/a'.repeat(3_000)), 404],
  'a program that takes pages too': [get('/nothing', 'Accept: application/json, text/html', 'User-Agent: Mozilla/5.0'), 404],
  'a stream without a key': [get(`/hub/space/${id}/messages/stream`, 'Accept: text/event-stream'), 401],
};

test.each(Object.entries(requests))('%s is answered as any request', async (_name, [request, ...statuses]) => {
  const got = await exchange(server.port, latin1(request));
  expect(faultsOfOne(got)).toEqual([]);
  expect(statuses).toContain(got.replies[0]?.status);
});

// CONNECT requests a tunnel: the only response is the end of the connection.
const methods = METHODS.filter((method) => method !== 'CONNECT' && method !== 'OPTIONS');

test.each(methods)('%s is allowed, or refused with what is allowed', async (method) => {
  const ask = (target: string) =>
    `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
  const known = await exchange(server.port, latin1(ask('/hub/space')), { methods: [method] });
  const unknown = await exchange(server.port, latin1(ask('/nothing')), { methods: [method] });
  expect(faultsOfOne(known, method)).toEqual([]);
  expect(faultsOfOne(unknown, method)).toEqual([]);
  expect([known.replies[0]?.status, unknown.replies[0]?.status]).toEqual([method === 'POST' ? 400 : 405, 404]);
});

test.each([
  ['of a browser', '/hub/space', 'Origin: null\r\nAccess-Control-Request-Method: POST\r\n'],
  ['without a method', '/hub/space', 'Origin: null\r\n'],
  ['about nothing', '/nothing', ''],
  ['about the whole server', '*', ''],
])('a question for options %s is answered', async (_name, target, headers) => {
  const got = await exchange(server.port, latin1(`OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`));
  expect(faultsOfOne(got, 'OPTIONS')).toEqual([]);
});

test('a tunnel is refused', async () => {
  const { replies, timedOut } = await exchange(server.port, latin1('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'));
  expect(timedOut).toBe(false);
  expect(replies.flatMap((reply) => faultsOfRefusal(reply))).toEqual([]);
});

const open = post('').replace('Connection: close\r\n', '');
const notHttp: Record<string, string> = {
  'a negative length': open.replace('\r\n\r\n', '\r\nContent-Length: -1\r\n\r\n{}'),
  'a length that is no number': open.replace('\r\n\r\n', '\r\nContent-Length: 0x10\r\n\r\n{}'),
  'a length beyond all numbers': open.replace('\r\n\r\n', `\r\nContent-Length: ${'9'.repeat(40)}\r\n\r\n{}`),
  'two lengths': open.replace('\r\n\r\n', '\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
  'a length and chunks': open.replace('\r\n\r\n', '\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}'),
  'chunks of no size': open.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'),
  'chunks longer than they say': open.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n'),
  'an encoding nobody knows': open.replace('\r\n\r\n', '\r\nTransfer-Encoding: rot13\r\n\r\n{}'),
  'a header without a colon': get('/api/health', 'nonsense'),
  'a header without a name': get('/api/health', ': x'),
  'a space before the colon': get('/api/health', 'X-Private-Key : a'),
  'a header that goes on': get('/api/health', 'X-Long: a', ' b'),
  'NUL in a header': get('/api/health', 'X-Private-Key: a\u0000b'),
  'a bare line feed in a header': get('/api/health', 'X-Private-Key: a\nb'),
  'a header too large': get('/api/health', `X-Long: ${'x'.repeat(20_000)}`),
  'an address too long': get(`/${'x'.repeat(70_000)}`),
  'headers without end': `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(20_000)}`,
  'a body of no length': `POST /hub/space HTTP/1.0\r\nContent-Type: application/json\r\n\r\n${space}`,
  'a path in bare Latin-1': get('/hub/space/\u00fc'),
  'line feeds only': get('/api/health').replaceAll('\r\n', '\n'),
  'a method in small letters': get('/api/health').replace('GET', 'get'),
  'a method nobody knows': get('/api/health').replace('GET', 'BREW'),
  'a method without end': 'X'.repeat(100_000),
  'a version of the future': get('/api/health').replace('HTTP/1.1', 'HTTP/3.0'),
  'a version of the past': 'GET /api/health\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000',
  'a handshake of TLS': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'another language': 'EHLO example.com\r\n',
  nothing: '',
};

test.each(Object.entries(notHttp))('%s is refused in words or by silence', async (_name, request) => {
  const { replies, timedOut } = await exchange(server.port, latin1(request), { hangUp: true });
  expect(timedOut).toBe(false);
  for (const reply of replies) {
    if (reply.status >= 400) expect(faultsOfRefusal(reply)).toEqual([]);
    expect(reply.headers.has('ratelimit-remaining')).toBe(true);
    expect(reply.status).toBeLessThan(500);
  }
});

test.each([
  ['a body cut short', sized(space).slice(0, -5)],
  ['chunks cut short', post(`1e\r\n${space}`, 'Transfer-Encoding: chunked')],
  ['a body that never comes', sized(space).slice(0, -space.length)],
])('%s creates nothing and is refused', async (_name, request) => {
  const { replies, timedOut } = await exchange(server.port, latin1(request), { hangUp: true });
  expect(timedOut).toBe(false);
  expect(replies.filter(({ status }) => status < 400)).toEqual([]);
  expect(replies.flatMap((reply) => faultsOfRefusal(reply))).toEqual([]);
});

test('pipelined requests are answered in order', async () => {
  const targets = ['/api/health', '/nothing', `/hub/space/${id}`, '/api/health', '/%zz'];
  const many = [...targets, ...targets, ...targets].map((target) => get(target).replace('Connection: close\r\n', ''));
  const { replies, timedOut } = await exchange(server.port, latin1(many.join('')), { replies: many.length });
  expect(timedOut).toBe(false);
  expect(replies.map(({ status }) => status)).toEqual(many.map((_, i) => [200, 404, 401, 200, 400][i % 5]));
  expect(replies.flatMap((reply) => faultsOf(reply))).toEqual([]);
});

test('a request with some of its bytes changed never breaks the server', async () => {
  const whole = latin1(sized(space, 'X-Private-Key: a', 'Idempotency-Key: b', 'API-Version: 1'));
  const change = fc.record({ at: fc.nat(whole.length), drop: fc.nat(4), put: fc.uint8Array({ maxLength: 4 }) });
  const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
    const bytes = changes.reduce(
      (so, { at, drop, put }) => Buffer.concat([so.subarray(0, at), put, so.subarray(at + drop)]),
      whole,
    );
    const { replies, timedOut } = await exchange(server.port, bytes, { hangUp: true });
    expect(timedOut).toBe(false);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(replies.filter(({ status }) => status >= 400).flatMap((reply) => faultsOfRefusal(reply))).toEqual([]);
  });
  await fc.assert(property, budget(300));
});
