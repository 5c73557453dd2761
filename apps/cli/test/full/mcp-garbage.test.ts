import fc from 'fast-check';
import { describe, expect, inject, test, vi } from 'vitest';
import { machines, type Machine } from '../machine.ts';
import { keysOf, type Fields } from '../mcp-host.ts';
import { ScriptedHost } from '../scripted-host.ts';

const server = inject('server');

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'scripted', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** How a host of each revision asks. */
const revisions = {
  '2025': { greets: (host: ScriptedHost) => host.greets(), meta: {} },
  '2026': {
    greets: (host: ScriptedHost) => host.asks('first', 'tools/list', { _meta: modernMeta }),
    meta: { _meta: modernMeta },
  },
} as const;

async function hostIn(revision: keyof typeof revisions): Promise<{ host: ScriptedHost; owner: Machine }> {
  const [owner] = await machines(server.url, 'owner');
  await owner.does('space', 'create', 'Launch', '--name', 'Olga');
  const host = new ScriptedHost(owner, '--channel');
  for (const noise of ['hello\n', '{}\n', '{"jsonrpc":"2.0","id":1,"method":7}\n', Buffer.from([0, 255, 10])])
    host.writeRaw(noise);
  await revisions[revision].greets(host);
  return { host, owner };
}

const json = fc.jsonValue({ maxDepth: 3 });
const odd = (value: fc.Arbitrary<unknown>) => fc.oneof({ arbitrary: value, weight: 4 }, { arbitrary: json, weight: 1 });
const methods = [
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'resources/subscribe'],
  ...['resources/unsubscribe', 'subscriptions/listen', 'prompts/get', 'server/discover', 'completion/complete'],
  ...['notifications/initialized', 'notifications/cancelled', 'notifications/progress', 'nothing', '__proto__', ''],
];
const names = ['send_message', 'get_space', 'list_messages', 'edit_artifact', 'wait_for_events', 'read_doc', 'x', '__proto__'];
const args = fc.record({
  space: odd(fc.constant('launch')),
  content: odd(fc.string({ unit: 'binary' })),
  wait: fc.constantFrom(0, -1, '0', null),
  after: odd(fc.nat(5)),
  page: odd(fc.constantFrom('messages', '../../etc/passwd')),
});
const uri = fc.constantFrom('parley://spaces/x', 'parley://', 'file:///etc/passwd', `parley://spaces/${'0'.repeat(36)}/messages`);
const params = fc.record(
  {
    name: odd(fc.constantFrom(...names)),
    arguments: odd(args),
    uri: odd(uri),
    requestId: json,
    notifications: odd(fc.record({ resourceSubscriptions: odd(fc.array(odd(uri))) })),
    _meta: odd(fc.constant(modernMeta)),
  },
  { requiredKeys: [] },
);
const frame = fc
  .record(
    {
      jsonrpc: odd(fc.constant('2.0')),
      id: odd(fc.nat()),
      method: odd(fc.constantFrom(...methods)),
      params: odd(params),
      result: json,
      error: json,
    },
    { requiredKeys: [] },
  )
  .map((message) => JSON.stringify(message));
const lines = fc.oneof(
  { arbitrary: frame, weight: 6 },
  fc.array(frame, { maxLength: 3 }).map((frames) => `[${frames.join()}]`),
  frame.map((text) => text.slice(0, text.length / 2)),
  json.map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    '\r',
    ' ',
    '{',
    '[]',
    '\u2028',
    '\ufeff{}',
    'GET / HTTP/1.1\r',
    '['.repeat(20_000),
    'Content-Length: 2\r\n\r\n{}',
  ),
);
const garbage = fc.oneof(
  { arbitrary: lines.map((line) => Buffer.from(`${line}\n`)), weight: 4 },
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([bytes, Buffer.from('\n')])),
);

/** What is wrong with a message of the server. */
function faultOf({ jsonrpc, error, result }: Fields): string | undefined {
  if (jsonrpc !== '2.0') return 'not JSON-RPC';
  if ((error as { code?: number } | undefined)?.code === -32_603) return 'an internal error';
  const { isError, _meta } = (result ?? {}) as { isError?: boolean; _meta?: { 'parley/refusal': { status: number } } };
  return isError && _meta!['parley/refusal'].status >= 500 ? 'a fault of the server' : undefined;
}

describe.each(['2025', '2026'] as const)('in revision %s', (revision) => {
  const { meta } = revisions[revision];

  test('whatever the host writes, the next request is answered, and nothing but the protocol is written', async () => {
    const { host, owner } = await hostIn(revision);
    let probes = 0;
    const property = fc.asyncProperty(fc.array(garbage, { minLength: 1, maxLength: 8 }), async (chunks) => {
      for (const chunk of chunks) host.writeRaw(chunk);
      const result = await host.asks(`probe ${(probes += 1)}`, 'tools/list', meta);
      expect((result['tools'] as unknown[]).length).toBeGreaterThan(10);
      for (const line of host.lines.splice(0)) expect(faultOf(JSON.parse(line) as Fields), line).toBeUndefined();
    });
    await fc.assert(property, { numRuns: 150, seed: 20_260_101 });
    const [key] = await keysOf(owner);
    expect(host.errors).not.toContain(key);
    expect(await host.ends()).toBe(0);
  });

  test('a long line is refused or answered, and the next request is answered', async () => {
    const { host } = await hostIn(revision);
    const long = 'x'.repeat(4_000_000);
    host.writeRaw(`${long}\n`);
    host.writeRaw(`${'{"a":'.repeat(200_000)}\n`);
    const called = (content: string) => ({ name: 'send_message', arguments: { space: 'launch', content }, ...meta });
    expect(await host.asks('long', 'tools/call', called(long))).toMatchObject({
      isError: true,
      _meta: { 'parley/refusal': { status: 400 } },
    });
    expect(await host.asks('short', 'tools/call', called('Hello'))).toHaveProperty('structuredContent.messageId');
  });

  test('a line without end ends the process in an orderly way, before it takes all memory', async () => {
    const { host } = await hostIn(revision);
    let isOver = false;
    void host.ended.then(() => (isOver = true));
    const part = 'x'.repeat(1_000_000);
    for (let i = 0; i < 100 && !isOver; i += 1) {
      host.writeRaw(part);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await vi.waitUntil(() => isOver, { timeout: 60_000 });
    expect(await host.ended).toBe(0);
    expect(host.errors).toContain('exceeded maximum size');
    expect(host.errors).not.toMatch(/^ +at /m);
  });
});
