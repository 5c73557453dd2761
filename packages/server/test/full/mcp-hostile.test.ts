import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { answer, call, meeting, openSpace, startServer, type Answer, type Member, type Server } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serve, type Served } from '../in-process.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

const accepts = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

/** Sends a body to /mcp; answers are JSON, or a stream with one message. */
async function post(
  body: unknown,
  headers: Record<string, string> = {},
  { url }: Server = server,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...accepts, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, text: await response.text() };
}

const messageIn = (text: string) => JSON.parse(/^data: ([^\n]*)$/m.exec(text)?.[1] ?? text) as Record<string, any>;

async function tool(
  name: string,
  args: object,
  headers: Record<string, string> = {},
  at: Server = server,
): Promise<Record<string, any>> {
  const { text } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, headers, at);
  return messageIn(text)['result'] as Record<string, any>;
}

describe('requests that make no sense', () => {
  const healthy = (status: number) => status < 500;
  const json = fc.jsonValue({ maxDepth: 4 });
  const method = fc.constantFrom(
    'tools/call',
    'tools/list',
    'initialize',
    'resources/read',
    'resources/subscribe',
    'resources/unsubscribe',
    'subscriptions/listen',
    'prompts/get',
    'ping',
    'server/discover',
    'notifications/cancelled',
    'nothing',
  );
  const meta = fc.record(
    {
      'io.modelcontextprotocol/protocolVersion': fc.constantFrom('2026-07-28', '2025-11-25', '1999', 5),
      'io.modelcontextprotocol/clientInfo': json,
      'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), json),
      progressToken: json,
    },
    { requiredKeys: [] },
  );
  const names = fc.constantFrom(
    'send_message',
    'edit_artifact',
    'wait_for_events',
    'create_space',
    'read_doc',
    'search_docs',
    '__proto__',
    'x',
  );
  const params = fc.oneof(
    json,
    fc.record(
      { name: fc.oneof(names, json), arguments: json, uri: json, notifications: json, _meta: meta },
      { requiredKeys: [] },
    ),
    fc.record({
      name: names,
      arguments: fc.dictionary(
        fc.constantFrom(
          'spaceId',
          'privateKey',
          'userToken',
          'idempotencyKey',
          'content',
          'edits',
          'after',
          'wait',
          'query',
          'page',
          'to',
        ),
        json.filter((value) => typeof value !== 'number'),
      ),
    }),
    fc.record({
      uri: fc.oneof(fc.constantFrom('parley://spaces/x', 'parley://', 'file:///etc/passwd', `parley://spaces/${'0'.repeat(36)}`)),
    }),
  );
  const frame = fc.oneof(
    json,
    fc.record(
      { jsonrpc: fc.oneof(fc.constant('2.0'), json), id: fc.oneof(fc.integer(), json), method: fc.oneof(method, json), params },
      { requiredKeys: [] },
    ),
  );
  const header = fc.constantFrom(
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'mcp-session-id',
    'accept',
    'x-private-key',
    'content-type',
  );
  const headers = fc.dictionary(
    header,
    fc.constantFrom(
      '',
      '2026-07-28',
      '2025-06-18',
      'tools/call',
      'text/event-stream',
      '*/*',
      'x'.repeat(600),
      'application/json',
    ),
  );

  it('are refused as the protocol says, and never fail or hang', async () => {
    await fc.assert(
      fc.asyncProperty(frame, headers, async (body, sent) => {
        const { status, text } = await post(body, sent);
        expect(healthy(status), `${status} ${text}`).toBe(true);
      }),
      { numRuns: 400 },
    );
    expect(server.complaints).toEqual([]);
    expect(server.parley.admission.seats.taken).toBe(0);
  }, 300_000);

  it.each([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400, -32_600],
    ['an empty batch', [], 400, -32_600],
    ['no JSON', '{"jsonrpc":', 400, -32_700],
    ['nothing', '', 400, -32_600],
    ['an unknown tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'destroy' } }, 200, -32_602],
    ['an unknown resource', { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'parley://x' } }, 200, -32_602],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'nothing' }, 200, -32_601],
    ['a resource without an address', { jsonrpc: '2.0', id: 1, method: 'resources/read', params: {} }, 200, -32_602],
    ['a greeting without a version', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }, 200, -32_602],
  ])('%s is a JSON-RPC error', async (_, body, status, code) => {
    const answered = await post(body);
    expect(answered.status).toBe(status);
    expect(messageIn(answered.text)).toMatchObject({ jsonrpc: '2.0', error: { code } });
  });

  it.each([[true], [5], [[]], [{ a: 1 }]])('a space id that is %j opens no space, whatever the key', async (spaceId) => {
    const refused = await tool('get_space', { spaceId }, { 'x-private-key': 'some key' });
    expect(refused).toMatchObject({ isError: true, _meta: { 'parley/refusal': { code: 'space_not_found', status: 404 } } });
  });

  it('a tool answers refusals with the body of REST and its status', async () => {
    const { spaceId, key } = await openSpace(server);
    const missing = await tool('send_message', { spaceId, content: 'x' });
    expect(missing).toMatchObject({ isError: true, _meta: { 'parley/refusal': { status: 401, code: 'key_missing' } } });
    expect(missing._meta['parley/refusal'].error).toContain('in the arguments of the tool');
    const wrong = await tool('send_message', { spaceId, content: 'x', privateKey: 'f'.repeat(64) });
    expect(wrong).toMatchObject({ isError: true, _meta: { 'parley/refusal': { status: 401, code: 'key_unknown' } } });
    expect(await tool('get_space', { privateKey: 'x' })).toMatchObject({
      isError: true,
      _meta: { 'parley/refusal': { status: 401, code: 'key_unknown' } },
    });
    expect(await tool('send_message', { spaceId, privateKey: 7, content: 'x' })).toMatchObject({
      isError: true,
      _meta: { 'parley/refusal': { status: 400, code: 'invalid_request' } },
    });
    expect(await tool('send_message', { spaceId: 7, privateKey: key, content: 'x' })).toMatchObject({
      isError: true,
      _meta: { 'parley/refusal': { status: 404, code: 'space_not_found' } },
    });
    expect(await tool('read_doc', { page: '../../etc/passwd' })).toMatchObject({
      isError: true,
      _meta: { 'parley/refusal': { status: 404 } },
    });
  });

  it('an edit that does not fit changes nothing, and leaves no lock', async () => {
    const owner = await openSpace(server);
    const about = { spaceId: owner.spaceId, privateKey: owner.key };
    const { id: artifactId } = await answer(200, server, 'createArtifact', owner, {
      name: 'P',
      type: 'markdown',
      content: 'a a',
    });
    for (const [old, reason, matches] of [
      ['a', 'ambiguous', 2],
      ['x', 'not_found', 0],
    ]) {
      const edits = [{ old, new: 'b' }];
      expect(await tool('edit_artifact', { ...about, artifactId, edits })).toMatchObject({
        isError: true,
        _meta: { 'parley/refusal': { status: 409, code: 'edit_mismatch', index: 0, reason, matches, currentVersion: 1 } },
      });
    }
    for (const change of [{}, { content: 'b', append: 'c' }])
      expect(await tool('edit_artifact', { ...about, artifactId, ...change })).toMatchObject({
        isError: true,
        _meta: { 'parley/refusal': { status: 400 } },
      });
    const artifact = await answer(200, server, 'getArtifact', owner, { artifactId });
    expect(artifact).toMatchObject({ content: 'a a', version: 1 });
    expect(artifact.lockedBy).toBeUndefined();
    const many = await Promise.all(
      [1, 2, 3, 4].map((n) => tool('edit_artifact', { ...about, artifactId, edits: [{ old: 'a a', new: `a a ${n}` }] })),
    );
    expect(many.filter(({ isError }) => isError)).toEqual([]);
    const { content } = await answer(200, server, 'getArtifact', owner, { artifactId });
    expect(content.match(/\d/g)!.sort()).toEqual(['1', '2', '3', '4']);
  });

  it('a retried write takes effect once', async () => {
    const owner = await openSpace(server);
    const args = { spaceId: owner.spaceId, privateKey: owner.key, content: 'Once', idempotencyKey: 'k-1' };
    const [first, again] = [await tool('send_message', args), await tool('send_message', args)];
    expect(again['structuredContent'].messageId).toBe(first['structuredContent'].messageId);
    expect((await answer(200, server, 'listMessages', owner)).messages).toHaveLength(1);
  });

  it('many clients that leave while they wait leave nothing behind', async () => {
    const owner = await openSpace(server);
    const uri = `parley://spaces/${owner.spaceId}`;
    const wait = { name: 'wait_for_events', arguments: { spaceId: owner.spaceId, wait: 25 } };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const messages = [
      { method: 'tools/call', params: wait },
      { method: 'resources/subscribe', params: { uri } },
      { method: 'tools/call', params: { ...wait, _meta }, name: wait.name },
      { method: 'subscriptions/listen', params: { notifications: { resourceSubscriptions: [uri] }, _meta }, name: '' },
    ];
    const clients = 12;
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    for (const { name, ...message } of messages) {
      const ofRevision = {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': message.method,
        ...(name && { 'mcp-name': name }),
      };
      const controllers = Array.from({ length: clients }, () => new AbortController());
      const sent = controllers.map(({ signal }) =>
        fetch(`${server.url}/mcp`, {
          method: 'POST',
          headers: { ...accepts, 'x-private-key': owner.key, ...(name !== undefined && ofRevision) },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
          signal,
        })
          .then((response) => response.text())
          .catch(() => ''),
      );
      await expect.poll(() => server.parley.admission.seats.taken, { timeout: 20_000 }).toBe(clients);
      for (const controller of controllers) controller.abort();
      await Promise.all(sent);
      await expect.poll(() => server.parley.admission.seats.taken, { timeout: 20_000 }).toBe(0);
    }
    expect(warnings).toEqual([]);
  });

  it('a subscription ends when its key stops working', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const params = { uri: `parley://spaces/${ada.spaceId}` };
    const { body } = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...accepts, 'x-private-key': ada.key },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params }),
      signal: AbortSignal.timeout(60_000),
    });
    let [text, isKicked] = ['', false];
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      // It has a seat before it listens; it listens once it is confirmed.
      if (isKicked || !text.includes('data: ')) continue;
      isKicked = true;
      expect(server.parley.admission.seats.taken).toBe(1);
      await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
    }
    expect(text).toContain('notifications/resources/updated');
    expect(server.parley.admission.seats.taken).toBe(0);
  });
});

it('no key is in a log, an error or the text of a tool, at the most verbose level', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mcp-log-'));
  let said = '';
  const verbose = await startServer({ PARLEY_DATA_DIR: folder, LOG_LEVEL: 'trace' }, (text) => (said += text));
  onTestFinished(async () => {
    await verbose.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { spaceId, key } = await openSpace(verbose);
  const wrong = 'e'.repeat(64);
  const about = { spaceId, content: 'Hello' };
  const answers = [
    await tool('send_message', { ...about, privateKey: key }, {}, verbose),
    await tool('send_message', { ...about, privateKey: wrong }, {}, verbose),
    await tool('send_message', { ...about, privateKey: key, to: [wrong] }, {}, verbose),
    await tool('get_my_space_key', { spaceId, userToken: wrong }, {}, verbose),
    await post({ jsonrpc: '2.0', id: 1, method: wrong, params: { privateKey: key } }, { 'x-private-key': key }, verbose),
  ];
  expect(said.length).toBeGreaterThan(0);
  for (const secret of [key, wrong]) {
    expect(said).not.toContain(secret);
    expect(JSON.stringify(answers)).not.toContain(secret);
  }
});

describe('who may send requests', () => {
  const sent = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...accepts, ...headers },
      payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
    });

  it.each([
    ['another host', { host: 'evil.example' }],
    ['a host that only looks like ours', { host: 'localhost.evil.example' }],
    ['another origin', { host: 'localhost', origin: 'https://evil.example' }],
    ['no origin at all', { host: 'localhost', origin: 'null' }],
    ['a file', { host: 'localhost', origin: 'file://' }],
  ])('403 for a page of %s', async (_, headers) => {
    const { statusCode, body } = await sent(headers);
    expect(statusCode).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 'origin_refused' } } });
  });

  it.each([
    ['localhost', { host: 'localhost:8787' }],
    ['an address', { host: '192.0.2.7:8787' }],
    ['IPv6', { host: '[::1]:8787', origin: 'http://[::1]:8787' }],
    ['a local page', { host: '127.0.0.1', origin: 'http://localhost:6274' }],
  ])('not for %s', async (_, headers) => {
    expect((await sent(headers)).statusCode).toBe(200);
  });

  it('CORS allows the headers of the protocol', async () => {
    const { headers } = await server.app.inject({
      method: 'OPTIONS',
      url: '/mcp',
      headers: {
        origin: 'http://localhost:1',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'mcp-method,mcp-protocol-version',
      },
    });
    expect(headers['access-control-allow-headers']).toBe('mcp-method,mcp-protocol-version');
    expect((await sent({ host: 'localhost', origin: 'http://localhost:1' })).headers['access-control-expose-headers']).toContain(
      'Mcp-Session-Id',
    );
  });

  it('the rate limit counts the key in the arguments, and refuses as JSON-RPC', async () => {
    const limited = await serve({ PARLEY_RATE_LIMIT: '3' });
    onTestFinished(() => limited.stop());
    const owner: Answer<Record<string, string>> = await call(limited, 'POST', '/hub/space', {
      body: { name: 'a', description: 'b' },
    });
    const { spaceId, ownerPrivateKey: privateKey } = owner.body;
    const read = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_space', arguments: { spaceId, privateKey } },
    };
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await post(read, {}, limited)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await post(read, {}, limited);
    expect(messageIn(refused.text)).toMatchObject({
      id: 1,
      error: { code: -32_000, data: { code: 'rate_limited', status: 429 } },
    });
    // Others at this address are not affected.
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, {}, limited)).status).toBe(200);
  });

  it('the card names the endpoint', async () => {
    const { body } = await call<Record<string, any>>(server, 'GET', '/.well-known/mcp/server-card.json');
    expect(body['remotes'][0]).toMatchObject({ type: 'streamable-http', url: `${server.url}/mcp` });
  });
});
