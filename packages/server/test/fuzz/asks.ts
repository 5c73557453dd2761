import { randomUUID } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { contentTypes, spell, spellings, type Spelling } from './bodies.ts';
import type { Described, Parameter } from './document.ts';
import { idNames, keyNames, type IdName, type KeyName, type Scene } from './scene.ts';
import { anything, dateTimes, fitting, mutated, texts } from './values.ts';

/** A request in terms of a scene, whose keys and ids are inserted when it is sent. */
export interface Ask {
  key: KeyName | { raw: string } | undefined;
  /** Whether it sends a user token. */
  isHuman: boolean;
  path: Record<string, IdName | { raw: string }>;
  query: [string, string][];
  headers: [string, string][];
  body: { value: unknown; spelling: Spelling; contentType: string | undefined } | undefined;
}

const oddSegments = [
  '0',
  'null',
  '__proto__',
  'constructor',
  'messages',
  '..%2f..',
  '%20',
  'ü',
  '0b1c2d3e-0000-1000-8000-000000000000',
  '0b1c2d3e000040008000000000000000',
  'x'.repeat(300),
];
const oddKeys = ['', ' ', '0', 'f'.repeat(64), 'F'.repeat(63), 'x'.repeat(7_000), '\u00ff\u00fe', 'a, b', 'usr_0', '__proto__'];
const oddHeaders: [string, string][] = [
  ['API-Version', '1'],
  ['API-Version', '2'],
  ['API-Version', ''],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'k'.repeat(255)],
  ['Idempotency-Key', 'k'.repeat(256)],
  ['Idempotency-Key', '\u00e9\u00ff'],
  ['Last-Event-ID', '-1'],
  ['Last-Event-ID', '999999999999999'],
  ['Last-Event-ID', '1e3'],
  ['Last-Event-ID', '\u00ff'],
  ['X-User-Token', 'usr_none'],
  ['Authorization', 'Bearer a.b.c'],
  ['Content-Encoding', 'gzip'],
  ['Accept', 'text/html'],
  ['Origin', 'null'],
  ['Range', 'bytes=0-1'],
  ['If-None-Match', '*'],
  ['Cookie', 'a=b; __proto__=c'],
  ['X-Forwarded-For', 'nowhere, 999.999.999.999'],
  ['X-Forwarded-Host', '<script>'],
  ['Upgrade', 'websocket'],
  ['X-Http-Method-Override', 'DELETE'],
];

/** A wait takes real time, so only short ones are used. */
const waits = fc.constantFrom('0', '1', '26', '-1', '1.5', '1e1', '', 'x');

function queryValue({ name, schema }: Parameter): Arbitrary<string> {
  if (name === 'wait') return waits;
  if (schema.format === 'date-time') return fc.oneof({ arbitrary: fc.constantFrom(...dateTimes), weight: 4 }, texts);
  return fc.oneof(
    fitting(schema).map(String),
    texts,
    anything.map(said),
    fc.constantFrom('9'.repeat(15), '9'.repeat(20), '1e3', '-0', '+1', '0x1', '01'),
  );
}

function said(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'unsayable';
  }
}

export function asksOf({ parameters, body }: Described): Arbitrary<Ask> {
  const segment: Arbitrary<IdName | { raw: string }> = fc.oneof(
    { arbitrary: fc.constantFrom(...idNames), weight: 6 },
    { arbitrary: fc.constantFrom(...oddSegments, randomUUID()).map((raw) => ({ raw })), weight: 1 },
  );
  const space = fc.oneof({ arbitrary: fc.constant<IdName>('space'), weight: 8 }, segment);
  const path = parameters
    .filter((each) => each.in === 'path')
    .map(({ name }) => [name, name === 'spaceId' ? space : segment] as const);
  const query = parameters.filter((each) => each.in === 'query' && each.name !== 'key');
  const questions = query.map((each) => queryValue(each).map((value): [string, string] => [each.name, value]));
  const wellMade =
    body &&
    fc.record({
      value: fitting(body),
      spelling: fc.constant<Spelling>('utf8'),
      contentType: fc.constant<string | undefined>('application/json'),
    });
  const illMade = fc.record({ value: body ? mutated(body) : anything, spelling: spellings, contentType: contentTypes });
  const key: Arbitrary<Ask['key']> = fc.oneof(
    { arbitrary: fc.constantFrom(...keyNames), weight: 8 },
    { arbitrary: fc.constantFrom(...oddKeys).map((raw) => ({ raw })), weight: 1 },
    { arbitrary: fc.constant(undefined), weight: 1 },
  );
  return fc.record({
    key: fc.oneof({ arbitrary: fc.constantFrom<Ask['key']>('owner', 'active'), weight: 2 }, { arbitrary: key, weight: 1 }),
    isHuman: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, { arbitrary: fc.constant(false), weight: 1 }),
    path: fc.record(Object.fromEntries(path)) as Arbitrary<Ask['path']>,
    query: questions.length ? fc.array(fc.oneof(...questions), { maxLength: 3 }) : fc.constant<[string, string][]>([]),
    headers: fc.oneof(
      { arbitrary: fc.constant<[string, string][]>([]), weight: 2 },
      { arbitrary: fc.uniqueArray(fc.constantFrom(...oddHeaders), { maxLength: 3 }), weight: 1 },
    ),
    body: wellMade ? fc.oneof(wellMade, illMade) : fc.option(illMade, { nil: undefined, freq: 2 }),
  });
}

/** A valid body with one text that cannot be stored: one request for each field of text, and for each such text. */
export function unstorableAsksOf({ parameters, body }: Described): Ask[] {
  if (!body) return [];
  const [valid] = fc.sample(fitting(body), { seed: 1, numRuns: 1 }) as object[];
  const texts = Object.entries(body.properties ?? {}).filter(
    ([, schema]) => schema.type === 'string' && !schema.enum && schema.format !== 'uuid',
  );
  const placed = ({ name, schema }: Parameter): Ask['path'][string] => {
    if (name === 'spaceId') return 'space';
    return schema.type === 'integer' ? { raw: '1' } : 'free';
  };
  const path = parameters.filter((each) => each.in === 'path').map((each) => [each.name, placed(each)] as const);
  return texts.flatMap(([name]) =>
    ['a\u0000b', '\ud800'].map((text): Ask => ({
      key: 'owner',
      isHuman: true,
      path: Object.fromEntries(path),
      query: [],
      headers: [],
      body: { value: { ...valid, [name]: text }, spelling: 'utf8', contentType: 'application/json' },
    })),
  );
}

/** The bytes of a request. Header values are latin1, as in HTTP. */
export function bytesOf({ method, path }: Described, ask: Ask, scene: Scene, human: readonly string[]): Buffer {
  const segments = Object.entries(ask.path).map(
    ([name, id]) => [name, typeof id === 'string' ? scene.ids[id] : encodeOdd(id.raw)] as const,
  );
  const filled = segments.reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), path);
  const query = ask.query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  const key = typeof ask.key === 'string' ? scene.keys[ask.key] : ask.key?.raw;
  const body = ask.body && spell(ask.body.value, ask.body.spelling);
  const lines = [
    `${method} ${filled}${query && `?${query}`} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    ...(key === undefined ? [] : [`X-Private-Key: ${key}`]),
    ...(ask.isHuman ? human : []),
    ...(ask.body?.contentType === undefined ? [] : [`Content-Type: ${ask.body.contentType}`]),
    ...ask.headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

const encodeOdd = (segment: string): string => (segment.includes('%') ? segment : encodeURIComponent(segment));
