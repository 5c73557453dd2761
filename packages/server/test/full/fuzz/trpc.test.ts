import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spell, spellings } from '../../fuzz/bodies.ts';
import { budget } from '../../fuzz/budget.ts';
import { isHealthy } from '../../fuzz/health.ts';
import { parsed } from '../../fuzz/verdict.ts';
import { startWatched, type WatchedServer } from '../../fuzz/watched-server.ts';
import { anything, texts } from '../../fuzz/values.ts';
import { exchange, type Reply } from '../../fuzz/wire.ts';

let server: WatchedServer;
beforeAll(async () => {
  server = await startWatched();
});
afterAll(() => server.stop());

const procedures = [
  'health',
  'createSpace',
  'getSpace',
  'joinSpace',
  'sendMessage',
  'listMessages',
  'streamMessages',
  'lockArtifact',
  'nothing',
  '__proto__',
  'constructor',
  'toString',
  '',
  '.',
  '%00',
  '%2e%2e',
  'health.health',
  'x'.repeat(400),
  'x'.repeat(600),
  '%c3%bc',
];
const paths = fc.oneof(
  fc.constantFrom(...procedures),
  fc.array(fc.constantFrom(...procedures), { minLength: 2, maxLength: 30 }).map((names) => names.join(',')),
);
const targets: Arbitrary<string> = fc
  .tuple(
    paths,
    fc.constantFrom('', 'batch=1', 'batch=0', 'batch=1&batch=1', 'connectionParams=1', 'lastEventId=x', 'input='),
    fc.option(anything),
    fc.boolean(),
  )
  .map(([path, flags, input, broken]) => {
    const text =
      input === null ? '' : `input=${encodeURIComponent(spell(input, 'utf8').toString()).slice(0, broken ? 7 : 6_000)}`;
    return `/trpc/${path}?${[flags, text].filter(Boolean).join('&')}`;
  });
const asks = fc.record({
  method: fc.constantFrom('GET', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD'),
  target: targets,
  type: fc.constantFrom(
    'application/json',
    'application/json',
    undefined,
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
  ),
  headers: fc.subarray([
    'X-Private-Key: a',
    'Idempotency-Key: b',
    'API-Version: 2',
    'trpc-accept: application/jsonl',
    'Accept: text/event-stream',
    'Last-Event-ID: x',
  ]),
  value: fc.oneof(anything, fc.dictionary(fc.constantFrom('0', '1', 'name', 'spaceId', '__proto__'), anything), texts),
  spelling: spellings,
});

test('every request to tRPC is answered, or refused in the format of tRPC', async () => {
  const property = fc.asyncProperty(asks, async ({ method, target, type, headers, value, spelling }) => {
    const body = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : spell(value, spelling);
    const lines = [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Length: ${body.length}`, ...headers];
    if (type) lines.push(`Content-Type: ${type}`);
    const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
    const { replies, timedOut } = await exchange(server.port, Buffer.concat([head, body]), { methods: [method] });
    expect([timedOut, replies.length]).toEqual([false, 1]);
    expect(faultsOf(replies[0]!, method)).toEqual([]);
  });
  await fc.assert(property, budget(400));
  expect(await isHealthy(server.port)).toBe(true);
  expect(server.complaints()).toEqual([]);
});

test.each(['GET', 'POST'])('a batch of very many calls is refused before any of them runs, by %s', async (method) => {
  // Names as short as possible, so that the line fits into the limits of the HTTP parser.
  const names = Array.from({ length: 1_500 }, () => 'ask').join(',');
  const lines = [`${method} /trpc/${names}?batch=1 HTTP/1.1`, 'Host: x', 'Connection: close', 'Content-Type: application/json'];
  const body = method === 'POST' ? JSON.stringify(Array.from({ length: 1_500 }, () => ({ query: 'x'.repeat(1_000) }))) : '';
  const request = [...lines, `Content-Length: ${body.length}`, '', body].join('\r\n');
  const { replies } = await exchange(server.port, Buffer.from(request), { methods: [method] });
  expect(replies.map(({ status, body }) => [status, (parsed(body.toString()) as Envelope).code])).toEqual([
    [400, 'invalid_request'],
  ]);
  expect(replies[0]!.body.toString()).toContain('at most 10 calls');
  expect(await isHealthy(server.port)).toBe(true);
});

interface Envelope {
  error?: string | { message: string; data: { code: string; httpStatus: number } };
  code?: string;
}

/** tRPC puts a refusal into its own envelope; requests that reach no procedure are refused as elsewhere. */
function faultsOf({ status, headers, body }: Reply, method: string): string[] {
  const type = headers.get('content-type') ?? 'none';
  if (!(status >= 200 && status < 500)) return [`status ${status}: ${body.toString().slice(0, 300)}`];
  if (!headers.has('api-version') || !headers.has('ratelimit-limit')) return ['headers of every response are missing'];
  if (/html/.test(type)) return [`content type ${type}`];
  if (status < 400 || method === 'HEAD') return [];
  if (!type.startsWith('application/json')) return [`content type ${type}`];
  const told = parsed(body.toString());
  const answers = (Array.isArray(told) ? told : [told]) as (Envelope | undefined)[];
  return answers.flatMap((answer) => (tells(answer) ? [] : [`body ${body.toString().slice(0, 300)}`]));
}

function tells(answer: Envelope | undefined): boolean {
  if (answer === undefined) return false;
  const { error, code } = answer;
  if (error === undefined) return true;
  if (typeof error === 'string') return typeof code === 'string';
  return typeof error.message === 'string' && typeof error.data.code === 'string' && error.data.httpStatus < 500;
}
