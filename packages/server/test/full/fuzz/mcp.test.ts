import fc, { type Arbitrary } from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { contentTypes, spell, spellings } from '../../fuzz/bodies.ts';
import { budget } from '../../fuzz/budget.ts';
import type { Schema } from '../../fuzz/document.ts';
import { isHealthy } from '../../fuzz/health.ts';
import { buildScene, idNames, keyNames, type KeyName, type Scene } from '../../fuzz/scene.ts';
import { anything, fitting, mutated, texts } from '../../fuzz/values.ts';
import { startWatched, type WatchedServer } from '../../fuzz/watched-server.ts';

const requestsPerScene = 25;

let server: WatchedServer;
let scene: Scene;
let asked = 0;
beforeAll(async () => {
  server = await startWatched();
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await isHealthy(server.port)).toBe(true);
  expect(server.complaints()).toEqual([]);
  expect(await server.residentMegabytes()).toBeLessThan(700);
});

const odd = fc.oneof(anything, texts);
/** Usually the value, sometimes anything else, sometimes nothing. */
const mostly = <Value>(value: Arbitrary<Value>): Arbitrary<unknown> =>
  fc.oneof({ arbitrary: value, weight: 8 }, { arbitrary: odd, weight: 1 }, { arbitrary: fc.constant(undefined), weight: 1 });

const revisions = ['2025-11-25', '2026-07-28'] as const;
const newest = revisions[1];
const meta = {
  'io.modelcontextprotocol/protocolVersion': newest,
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Texts in braces are ids of the scene, which are inserted when a request is sent. */
const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name) => scene.ids[name as 'space'] ?? whole);
const id = fc.constantFrom(...idNames).map((name) => `{${name}}`);
const uri = fc
  .tuple(id, fc.constantFrom('', '/messages', '/messages?after=1', '/deliveries', '/artifacts/{free}', '/x', '?after=1'))
  .map(([space, path]) => `parley://spaces/${space}${path}`);

interface Sent {
  method: string;
  params: unknown;
  revision: string;
  key?: KeyName;
  headers?: Record<string, string>;
}

/** Sends a frame as clients of its revision do; headers can replace what they would send. */
async function ask({ method, params, revision, key = 'active', headers = {} }: Sent, body?: string | Buffer) {
  if (asked++ % requestsPerScene === 0) scene = await buildScene(server.port);
  const isNewest = revision === newest;
  const fields = typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {};
  const all = isNewest ? { _meta: meta, ...fields } : params;
  const name = [fields['name'], fields['uri']].find((each) => typeof each === 'string');
  const frame = filled(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: all }));
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${server.port}/mcp`, {
    method: 'POST',
    signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(60_000)]),
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
      ...(isNewest && { 'mcp-method': method, ...(name !== undefined && { 'mcp-name': headerOf(filled(name)) }) }),
      'x-private-key': scene.keys[key],
      ...headers,
    },
    body: (body ?? frame) as string,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? '' : await response.text();
  leaving.abort();
  return { status: response.status, isStream, text };
}

/** What a header can hold. */
const headerOf = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').trim();

type Asked = Awaited<ReturnType<typeof ask>>;

/** What is wrong with an answer. A tool that fails answers with the status of REST. */
function faultsOf({ status, isStream, text }: Asked): string[] {
  if (status >= 500) return [`status ${status}: ${text}`];
  if (isStream || (status === 202 && text === '')) return [];
  const { jsonrpc, id, result, error } = JSON.parse(text) as Record<string, any>;
  const faults: string[] = [];
  if (jsonrpc !== '2.0' || id === undefined || (result === undefined) === (error === undefined)) faults.push('not JSON-RPC');
  if (error?.code === -32603) faults.push('an internal error');
  if (error && /Invalid input|Too (big|small)|"code":|\bat .+:\d+:\d+/.test(error.message))
    faults.push('the words of the library');
  if (result?.isError && !(result._meta['parley/refusal'].status < 500)) faults.push('a fault of the server');
  return faults.map((fault) => `${fault}: ${text}`);
}

interface Tool {
  name: string;
  inputSchema: Schema;
}

/** Ids of the scene for the fields that name something, and no long waits. */
const known: Record<string, Arbitrary<unknown>> = {
  spaceId: fc.oneof({ arbitrary: fc.constant('{space}'), weight: 8 }, id),
  artifactId: fc.constantFrom('{free}', '{locked}', '{owner}'),
  participantId: id,
  deliveryId: fc.constantFrom('{queued}', '{claimed}'),
  invitationId: fc.constant('{spare}'),
  replyTo: id,
  to: fc.array(id, { maxLength: 3 }),
};

function argumentsOf({ inputSchema }: Tool): Arbitrary<unknown> {
  const { properties = {}, required = [] } = inputSchema;
  const fields = Object.entries(properties).map(([field, schema]): [string, Arbitrary<unknown>] => [
    field,
    mostly(field === 'privateKey' ? fc.constant(undefined) : (known[field] ?? fitting(schema))),
  ]);
  const shaped = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  return fc.oneof({ arbitrary: shaped, weight: 8 }, { arbitrary: mutated(inputSchema), weight: 1 }).map(unhurried);
}

/** A wait takes real time. */
const unhurried = (args: unknown): unknown =>
  typeof args === 'object' && args !== null && !Array.isArray(args) ? { ...args, wait: 0 } : args;

test('whatever the arguments of a tool are, it answers, or refuses like REST', async () => {
  const listed = await ask({ method: 'tools/list', params: {}, revision: newest });
  const { tools } = (JSON.parse(listed.text) as { result: { tools: Tool[] } }).result;
  const call = fc
    .constantFrom(...tools)
    .chain((tool) => fc.record({ name: fc.constant(tool.name), arguments: argumentsOf(tool) }));
  const property = fc.asyncProperty(
    call,
    fc.constantFrom(...revisions),
    fc.constantFrom(...keyNames),
    async (params, revision, key) => {
      expect(faultsOf(await ask({ method: 'tools/call', params, revision, key }))).toEqual([]);
    },
  );
  await fc.assert(property, budget(800));
});

const methods = [
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'resources/templates/list'],
  ...['resources/subscribe', 'resources/unsubscribe', 'subscriptions/listen', 'prompts/list', 'prompts/get', 'server/discover'],
  ...['completion/complete', 'logging/setLevel', 'notifications/initialized', 'notifications/cancelled', 'nothing', '__proto__'],
];
const params = fc.record({
  name: mostly(fc.constantFrom('get_space', 'send_message', 'join_meeting', '__proto__')),
  arguments: mostly(fc.record({ spaceId: mostly(id), content: mostly(texts), link: mostly(texts), topic: mostly(texts) })),
  uri: mostly(uri),
  cursor: fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, odd),
  notifications: mostly(fc.record({ resourceSubscriptions: mostly(fc.array(mostly(uri), { maxLength: 3 })) })),
  protocolVersion: mostly(fc.constantFrom('2025-06-18', '1999', '')),
  capabilities: mostly(fc.constant({})),
  clientInfo: mostly(fc.constant({ name: 'x', version: '1' })),
  requestId: odd,
});

test('whatever the parameters of a method are, the answer is JSON-RPC, in words', async () => {
  const sent = fc.record({
    method: fc.constantFrom(...methods),
    params: fc.oneof({ arbitrary: params, weight: 6 }, { arbitrary: odd, weight: 1 }),
    revision: fc.constantFrom(...revisions),
  });
  const property = fc.asyncProperty(sent, async (each) => {
    expect(faultsOf(await ask(each))).toEqual([]);
  });
  await fc.assert(property, budget(500));
});

const header = fc.constantFrom(
  ...['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'mcp-param-x', 'accept', 'x-private-key'],
  ...['x-user-token', 'idempotency-key', 'last-event-id', 'origin', 'content-type', 'api-version', 'content-encoding'],
);
const value = fc.constantFrom(
  ...['', '2026-07-28', '2025-06-18', '2024-11-05', '9999-99-99', 'tools/call', 'get_space', 'text/event-stream', '*/*'],
  ...[
    'application/json',
    'application/json; charset=utf-16',
    'null',
    'http://localhost',
    'x'.repeat(600),
    '1',
    '-1',
    '__proto__',
  ],
);

test('whatever the headers are, the answer is JSON-RPC', async () => {
  const sent = fc.record({
    method: fc.constantFrom('tools/call', 'initialize', 'server/discover', 'resources/subscribe', 'subscriptions/listen'),
    params: fc.constant({ name: 'get_space', arguments: { spaceId: '{space}' }, uri: 'parley://spaces/{space}' }),
    revision: fc.constantFrom(...revisions),
    headers: fc.dictionary(header, value, { minKeys: 1, maxKeys: 4 }),
  });
  const property = fc.asyncProperty(sent, async (each) => {
    expect(faultsOf(await ask(each))).toEqual([]);
  });
  await fc.assert(property, budget(300));
});

test('whatever the body is, also a batch, the answer is JSON-RPC', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_space', arguments: { spaceId: '{space}' } } };
  const field = fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'result', 'error', '__proto__');
  const frame = fc.dictionary(field, odd, { maxKeys: 3 }).map((changes) => ({ ...call, ...changes }));
  const content = fc.oneof(frame, fc.array(frame, { maxLength: 3 }), odd);
  const property = fc.asyncProperty(
    content,
    spellings,
    contentTypes,
    fc.constantFrom(...revisions),
    async (sent, spelling, type, revision) => {
      const body = spell(sent, spelling);
      const headers = type === undefined || type === '' ? {} : { 'content-type': type };
      expect(faultsOf(await ask({ method: 'tools/call', params: {}, revision, headers }, body))).toEqual([]);
    },
  );
  await fc.assert(property, budget(300));
});
