import { randomUUID } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { contentTypes, spell, spellings } from '../../fuzz/bodies.ts';
import { budget } from '../../fuzz/budget.ts';
import { isHealthy } from '../../fuzz/health.ts';
import { buildScene, idNames, keyNames, type Scene } from '../../fuzz/scene.ts';
import { anything, texts } from '../../fuzz/values.ts';
import { startWatched, type WatchedServer } from '../../fuzz/watched-server.ts';

let server: WatchedServer;
let scene: Scene;
beforeAll(async () => {
  server = await startWatched({ PARLEY_WAKE_PRIVATE: '1' });
  scene = await buildScene(server.port);
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await isHealthy(server.port)).toBe(true);
  expect(server.complaints()).toEqual([]);
});

const odd = fc.oneof(anything, texts);
/** Usually the value, sometimes anything else, sometimes nothing. */
const mostly = <Value>(value: Arbitrary<Value>): Arbitrary<unknown> =>
  fc.oneof({ arbitrary: value, weight: 6 }, { arbitrary: odd, weight: 1 }, { arbitrary: fc.constant(undefined), weight: 1 });

/** A value that names an id of the scene, which is inserted when it is sent. */
const id = fc.constantFrom(...idNames).map((name) => `{${name}}`);
const taskId = fc.tuple(id, id).map(([space, participant]) => `${space}.${participant}`);
const operation = fc.constantFrom(
  'sendMessage',
  'listMessages',
  'getSpace',
  'claimDelivery',
  'listArtifacts',
  'health',
  '__proto__',
);
const part = fc.oneof(
  fc.record({ text: mostly(fc.constant('Hello')), kind: fc.constant('text') }),
  fc.record({ data: mostly(fc.record({ operation: mostly(operation), input: mostly(fc.record({ content: mostly(texts) })) })) }),
  fc.record({ url: texts }),
);
const message = fc.record({
  messageId: mostly(fc.constant('m')),
  role: mostly(fc.constantFrom('ROLE_USER', 'user')),
  contextId: mostly(id),
  taskId: mostly(fc.oneof(taskId, fc.constant(''))),
  parts: mostly(fc.array(part, { maxLength: 3 })),
  metadata: mostly(fc.record({ to: mostly(fc.array(id)), replyTo: mostly(id), expects: mostly(fc.constant('ack')) })),
});
const pushConfig = {
  id: mostly(fc.constant('mine')),
  url: mostly(fc.constantFrom('http://127.0.0.1:1/', 'https://169.254.1.1/', 'ftp://a/', 'https://a@b/')),
  token: mostly(fc.oneof(fc.constant('token'), texts)),
  authentication: mostly(
    fc.record({ scheme: mostly(fc.constant('Bearer')), schemes: mostly(fc.array(texts)), credentials: mostly(texts) }),
  ),
};
const configuration = fc.oneof(
  fc.record({ historyLength: odd }),
  fc.record({ taskPushNotificationConfig: mostly(fc.record(pushConfig)) }),
  fc.record({ pushNotificationConfig: mostly(fc.record(pushConfig)) }),
);
const configParams = fc.oneof(
  fc.record({ ...pushConfig, taskId: mostly(taskId) }),
  fc.record({ taskId: mostly(taskId), pushNotificationConfig: mostly(fc.record(pushConfig)) }),
  fc.record({ id: mostly(taskId), pushNotificationConfigId: mostly(fc.constant('mine')) }),
);
const params = fc.record({
  message: mostly(message),
  id: mostly(taskId),
  contextId: mostly(id),
  historyLength: mostly(fc.nat(200)),
  pageSize: mostly(fc.nat(200)),
  statusTimestampAfter: mostly(fc.constant('2026-01-01T00:00:00Z')),
  metadata: mostly(fc.record({ after: mostly(fc.oneof(fc.nat(10), fc.constantFrom('3', '-1', '1e3', 1.5))) })),
  configuration: mostly(configuration),
});
const methods = [
  ...['SendMessage', 'SendStreamingMessage', 'GetTask', 'ListTasks', 'CancelTask', 'SubscribeToTask', 'GetExtendedAgentCard'],
  ...['message/send', 'message/stream', 'tasks/get', 'tasks/resubscribe', 'nope', '__proto__'],
];
const configMethods = [
  ...['Create', 'Get', 'Delete'].map((verb) => `${verb}TaskPushNotificationConfig`),
  'ListTaskPushNotificationConfigs',
  ...['set', 'get', 'list', 'delete'].map((verb) => `tasks/pushNotificationConfig/${verb}`),
];
const frameOf = (names: string[], what: Arbitrary<object>) =>
  fc.record({
    jsonrpc: mostly(fc.constant('2.0')),
    id: mostly(fc.oneof(fc.nat(), fc.constant('x'), fc.constant(null))),
    method: mostly(fc.constantFrom(...names)),
    params: mostly(what),
  });
const frame = fc.oneof({ arbitrary: frameOf(methods, params), weight: 3 }, frameOf(configMethods, configParams));
const body = fc.oneof({ arbitrary: frame, weight: 6 }, { arbitrary: fc.array(frame, { maxLength: 3 }), weight: 1 }, odd);
const versions = fc.constantFrom(undefined, undefined, '1.0', '0.3', '1.0.7', '2.0', '', 'x', '__proto__', '0.3, 1.0');
const key = fc.constantFrom(undefined, ...keyNames);
const lastEventId = fc.constantFrom(undefined, undefined, '1', '-1', 'x', '999999999999999');

const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name) => scene.ids[name as 'space'] ?? whole);

async function ask(method: string, path: string, sent: { key: unknown; version?: unknown; last?: unknown; body?: unknown }) {
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    signal: leaving.signal,
    headers: {
      ...(sent.key !== undefined && { 'x-private-key': scene.keys[sent.key as 'owner'] }),
      ...(sent.version !== undefined && { 'a2a-version': String(sent.version) }),
      ...(sent.last !== undefined && { 'last-event-id': String(sent.last) }),
    },
    ...(sent.body !== undefined && { body: filled(JSON.stringify(sent.body) ?? '') }),
  });
  const { status, headers } = response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  let text = '';
  if (isStream) leaving.abort();
  else text = await response.text();
  return { status, isStream, text };
}

test('any frame is answered as JSON-RPC, and never with the fault of the server', async () => {
  const property = fc.asyncProperty(body, versions, key, lastEventId, async (sent, version, key, last) => {
    const got = await ask('POST', '/a2a', { key, version, last, body: sent });
    expect(got.status).toBeLessThan(500);
    if (got.isStream) return;
    const { jsonrpc, id, ...rest } = JSON.parse(got.text) as Record<string, unknown>;
    expect([jsonrpc, id === undefined]).toEqual(['2.0', false]);
    expect(Object.keys(rest)).toHaveLength(1);
    const { code, message } = (rest['error'] ?? { code: 0, message: '' }) as { code: number; message: string };
    expect([Number.isInteger(code), typeof message]).toEqual([true, 'string']);
    expect(code).not.toBe(-32603);
  });
  await fc.assert(property, budget(1_500));
});

test('however a body is encoded, and whatever its Content-Type, the answer is JSON-RPC', async () => {
  const property = fc.asyncProperty(frame, spellings, contentTypes, async (sent, spelling, type) => {
    const headers = { 'x-private-key': scene.keys.owner, accept: 'text/html', ...(type && { 'content-type': type }) };
    const body = spell(sent, spelling) as unknown as string;
    const leaving = new AbortController();
    const response = await fetch(`http://127.0.0.1:${server.port}/a2a`, {
      method: 'POST',
      headers,
      body,
      signal: leaving.signal,
    });
    expect(response.status).toBeLessThan(500);
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) return leaving.abort();
    const { jsonrpc, result, error } = (await response.json()) as Record<string, unknown>;
    expect([jsonrpc, (result === undefined) !== (error === undefined)]).toEqual(['2.0', true]);
  });
  await fc.assert(property, budget(300));
});

const paths = ['/message:send', '/message:stream', '/tasks', '/extendedAgentCard', '/message:nope', '/tasks/{space}.{owner}'];
const verbs = [
  '',
  ':cancel',
  ':subscribe',
  ':nope',
  '/pushNotificationConfigs',
  '/pushNotificationConfigs/1',
  ':',
  '::cancel',
  '%zz',
];

test('any request to the REST binding is answered as it says, and never with the fault of the server', async () => {
  const path = fc.oneof(
    fc.constantFrom(...paths),
    fc.tuple(taskId, fc.constantFrom(...verbs)).map(([id, verb]) => `/tasks/${id}${verb}`),
    fc.record({ contextId: mostly(id), pageSize: mostly(fc.nat(200)), status: texts }).map((query) => {
      const said = Object.entries(query).map(
        ([name, value]) => `${name}=${encodeURIComponent((JSON.stringify(value) ?? '').slice(0, 80).toWellFormed())}`,
      );
      return `/tasks?${said.join('&')}`;
    }),
  );
  const method = fc.constantFrom('GET', 'POST', 'DELETE');
  const property = fc.asyncProperty(method, path, params, versions, key, async (method, path, sent, version, key) => {
    const body = method === 'POST' ? sent : undefined;
    const got = await ask(method, `/a2a/v1${filled(path)}`, { key, version, body });
    expect(got.status).toBeLessThan(500);
    if (got.isStream || got.status < 400) return;
    const { error } = JSON.parse(got.text) as { error: { code: number; status: string } | string };
    if (typeof error === 'object') expect(error.code).toBe(got.status);
  });
  await fc.assert(property, budget(800));
});

test.each([
  ['no JSON', '{', 400, -32700],
  ['broken UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400, -32700],
  ['nothing', '', 200, -32600],
  ['a batch', JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'GetTask', params: {} }]), 200, -32600],
  ['an empty batch', '[]', 200, -32600],
  ['JSON that is too deep', '['.repeat(5_000), 200, -32602],
  [
    'a body that is too large',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { x: 'x'.repeat(3_000_000) } }),
    200,
    -32602,
  ],
])('%s is refused as JSON-RPC says', async (_, body, status, code) => {
  const response = await fetch(`http://127.0.0.1:${server.port}/a2a`, { method: 'POST', body });
  const refused = (await response.json()) as { id: unknown; error: { code: number } };
  expect([response.status, refused.id, refused.error.code]).toEqual([status, null, code]);
});

test('a message of any length and form, under any messageId, reaches the space or is refused', async () => {
  const property = fc.asyncProperty(texts, texts, async (text, messageId) => {
    const message = { messageId: `${randomUUID()}${messageId}`, contextId: '{space}', role: 'ROLE_USER', parts: [{ text }] };
    const sent = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
    const { status, text: answered } = await ask('POST', '/a2a', { key: 'owner', body: sent });
    expect(status).toBe(200);
    const { result, error } = JSON.parse(answered) as { result?: { task: object }; error?: { code: number } };
    expect(result?.task !== undefined || error?.code === -32602).toBe(true);
  });
  await fc.assert(property, budget(150));
});
