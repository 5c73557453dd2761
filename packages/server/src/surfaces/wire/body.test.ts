import { gzipSync } from 'node:zlib';
import { maxBodyDepth, maxBodyFields, maxBodyValues } from '@parley/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineOf } from './body.ts';
import { serve, told, type Served } from './served.fixture.ts';

const kib = 1024;
let served: Served;
let place: string;
let headers: Record<string, string>;
beforeAll(async () => {
  served = await serve({ PARLEY_MAX_AGENDA_CHARACTERS: '40000' });
  const { spaceId, ownerPrivateKey } = await served.space();
  place = `/hub/space/${spaceId}`;
  headers = { 'x-private-key': ownerPrivateKey, 'content-type': 'application/json' };
});
afterAll(() => served.close());

const post = (path: string, body: string | Buffer, more = {}) =>
  served.ask('POST', path, { headers: { ...headers, ...more }, body });
/** A JSON object of exactly this size. */
const padded = (fields: object, bytes: number): string => {
  const start = JSON.stringify({ ...fields, padding: '' }).slice(0, -2);
  return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
};

describe('the longest body', () => {
  it.each([
    ['64 KiB for a joiner', '/join', 64 * kib, {}],
    ['64 KiB for an operation without fields', '/invite', 64 * kib, {}],
    ['2 MiB for a message', '/messages', 2048 * kib, { content: 'Hello' }],
    ['2 MiB for an artifact', '/artifact', 2048 * kib, { name: 'Plan', type: 'markdown' }],
  ])('is %s; 400 with limit and size beyond it', async (_, path, limit, fields) => {
    expect(told(await post(place + path, padded(fields, limit))).error ?? '').not.toContain('bytes');
    const refused = await post(place + path, padded(fields, limit + 1));
    expect(refused.status).toBe(400);
    expect(told(refused)).toMatchObject({ code: 'invalid_request', issues: [{ limit, actual: limit + 1 }] });
  });

  it('grows with the configured sizes', async () => {
    const space = { name: 'Bridge', description: 'd', agenda: '\u0001'.repeat(40_000) };
    expect((await post('/hub/space', padded(space, 300 * kib))).status).toBe(200);
    expect((await post('/hub/space', padded(space, 512 * kib + 1))).status).toBe(400);
  });

  it('has room for the longest content, however it is escaped', async () => {
    const escaped = `{"content":"${'\\u00e9'.repeat(32 * kib)}"}`;
    expect((await post(`${place}/messages`, escaped)).status).toBe(200);
  });
});

describe('a body of many fields', () => {
  const wide = (fields: number) => JSON.stringify(Object.fromEntries(Array.from({ length: fields }, (_, i) => [`f${i}`, i])));
  const joined = (body: string) => `{"content":"Hello",${body.slice(1)}`;

  it(`200 with ${maxBodyFields}, 400 with limit and number beyond it`, async () => {
    expect((await post(`${place}/messages`, joined(wide(maxBodyFields - 1)))).status).toBe(200);
    const refused = await post(`${place}/messages`, joined(wide(maxBodyFields)));
    expect(refused.status).toBe(400);
    expect(told(refused)).toMatchObject({
      code: 'invalid_request',
      issues: [{ limit: maxBodyFields, actual: maxBodyFields + 1 }],
    });
  });

  it('counts neither nested fields nor text that looks like one', async () => {
    const inner = {
      content: '{"a":1,"b\\":2'.repeat(200),
      inner: JSON.parse(wide(200)) as object,
      list: [JSON.parse(wide(200))],
    };
    expect((await post(`${place}/messages`, JSON.stringify(inner))).status).toBe(200);
  });

  it('200 with 1,000 of them at any depth, 400 with limit and number beyond it, over REST and tRPC', async () => {
    const nested = (fields: number) =>
      JSON.stringify({ content: 'Hello', spaceId: place.slice(11), list: [JSON.parse(wide(fields))] });
    for (const path of [`${place}/messages`, '/trpc/sendMessage']) {
      expect((await post(path, nested(997))).status).toBe(200);
      const refused = await post(path, nested(998));
      expect(refused.status).toBe(400);
      expect(refused.body.toString()).toContain('"limit":1000,"actual":1001');
    }
  });

  it('is refused faster than it could be parsed, even with 150,000', async () => {
    const body = joined(wide(150_000));
    const parsing = Math.min(...[1, 2, 3].map(() => timed(() => JSON.parse(body))));
    const { fields } = outlineOf(Buffer.from(body));
    expect(fields).toBe(150_001);
    const looking = Math.min(...[1, 2, 3, 4, 5].map(() => timed(() => outlineOf(Buffer.from(body)))));
    expect(looking).toBeLessThan(parsing);
  });
});

describe('a body of many values', () => {
  const list = (value: string, count: number) => `[${Array.from({ length: count }, () => value).join(',')}]`;
  const message = (more: string) => `{"content":"Hello","spaceId":"${place.slice(11)}","more":${more}}`;
  const call = (method: string, more: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"more":${more}}}`;
  // JSON-RPC of A2A answers errors with 200.
  const surfaces: [surface: string, path: () => string, body: (more: string) => string, status?: number][] = [
    ['REST', () => `${place}/messages`, message],
    ['tRPC', () => '/trpc/sendMessage', message],
    ['a tRPC batch', () => '/trpc/sendMessage?batch=1', (more) => `{"0":${message(more)}}`],
    ['MCP', () => '/mcp', (more) => call('ping', more)],
    ['A2A', () => '/a2a', (more) => call('GetTask', more), 200],
    ['A2A as REST', () => '/a2a/v1/message:send', message],
  ];

  it.each(surfaces)('400 with limit and number over %s, also if all are empty', async (_, path, body, status = 400) => {
    for (const value of ['[]', '{}', '1', '""']) {
      const sent = body(list(value, 20_000));
      const refused = await post(path(), sent);
      expect(refused.status).toBe(status);
      expect(refused.body.toString()).toContain(
        `at most ${maxBodyValues} values (commas and opening brackets), not ${valuesIn(JSON.parse(sent))}`,
      );
    }
  });

  it(`200 with ${maxBodyValues}, 400 with limit and number with one more`, async () => {
    const around = valuesIn(JSON.parse(message('[]')));
    const sent = (values: number) => post(`${place}/messages`, message(list('1', values - around + 1)));
    expect((await sent(maxBodyValues)).status).toBe(200);
    const refused = await sent(maxBodyValues + 1);
    const issues = [{ limit: maxBodyValues, actual: maxBodyValues + 1 }];
    expect([refused.status, told(refused)]).toMatchObject([400, { code: 'invalid_request', issues }]);
  });

  it('counts nothing in strings, however they are escaped', () => {
    const text = fc.string({
      unit: fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', 'é', '😀', '\ud83d', '\n', '\u2028'),
    });
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 5 },
        fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null)),
        fc.array(tie('json'), { maxLength: 5 }),
        fc.dictionary(text, tie('json'), { maxKeys: 5 }),
      ),
    }));
    const written = fc
      .record({ value: json, indent: fc.constantFrom('', '\t'), isAscii: fc.boolean() })
      .map(({ value, indent, isAscii }) => {
        const plain = JSON.stringify(value, null, indent);
        const spelled = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
        return isAscii ? plain.replaceAll(/[^\x00-\x7f]/g, spelled) : plain;
      });
    fc.assert(
      fc.property(written, (body) => {
        const { values, fieldsInAll } = outlineOf(Buffer.from(body));
        expect({ values, fieldsInAll }).toEqual({ values: valuesIn(JSON.parse(body)), fieldsInAll: fieldsIn(JSON.parse(body)) });
      }),
      { numRuns: 1_000 },
    );
  });
});

it('400 for a body that is nested too deeply, also in unknown fields', async () => {
  const deep = (levels: number) => `{"content":"Hello","x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect((await post(`${place}/messages`, deep(50))).status).toBe(200);
  const refused = await post(`${place}/messages`, deep(maxBodyDepth));
  expect([refused.status, told(refused)]).toMatchObject([400, { issues: [{ limit: maxBodyDepth, actual: maxBodyDepth + 1 }] }]);
  expect((await post(`${place}/messages`, deep(100_000))).status).toBe(400);
});

describe('the charset of a body', () => {
  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'text/plain; charset=us-ascii',
    'application/json',
  ])('is UTF-8: 200 for %s', async (type) =>
    expect((await post(`${place}/messages`, '{"content":"Hé"}', { 'content-type': type })).status).toBe(200),
  );

  it.each(['application/json; charset=utf-16', 'application/json; charset=iso-8859-1', 'text/plain;Charset="windows-1252"'])(
    '400 for %s, by REST and by tRPC',
    async (type) => {
      for (const path of [`${place}/messages`, '/trpc/health']) {
        const refused = await post(path, '{"content":"Hello"}', { 'content-type': type });
        expect(refused.status).toBe(400);
        expect(refused.body.toString()).toContain('UTF-8');
      }
    },
  );
});

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Commas and opening brackets of JSON, as the parser sees them. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, each) => sum + valuesIn(each), 1 + Math.max(0, inner.length - 1));
}

function fieldsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, each) => sum + fieldsIn(each), Array.isArray(value) ? 0 : inner.length);
}

describe('a body that is encoded', () => {
  it.each(['/messages', '/mcp', '/trpc/createSpace', '/a2a'])('is refused with the header that says so: %s', async (path) => {
    const body = gzipSync('{"content":"Hello","name":"a","description":"b"}');
    const target = path === '/messages' ? place + path : path;
    for (const encoding of ['gzip', 'GZIP', 'br, gzip', 'x'.repeat(500)]) {
      const reply = await post(target, body, { 'content-encoding': encoding, accept: 'application/json, text/event-stream' });
      expect(reply.status).toBe(400);
      expect(reply.body.toString()).toContain('Content-Encoding');
      expect(reply.body.toString()).not.toContain('x'.repeat(100));
    }
  });

  it('is read if the header says that it is not', async () => {
    for (const encoding of ['identity', 'Identity', '']) {
      expect((await post(`${place}/messages`, '{"content":"Hello"}', { 'content-encoding': encoding })).status).toBe(200);
    }
  });
});
