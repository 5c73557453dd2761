import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Reply, type Served } from '../wire/served.fixture.ts';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

interface Refused {
  jsonrpc?: string;
  id?: unknown;
  error: { code: number; status?: string; message: string; data?: unknown; details?: unknown };
}
const bodyOf = ({ body }: Reply) => JSON.parse(body.toString()) as Refused;
const ask = (method: string, params: object, headers: Record<string, string> = {}) =>
  served.ask('POST', '/a2a', { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }) });
const textTo = (contextId: string) => ({ message: { messageId: 'm', role: 'ROLE_USER', contextId, parts: [{ text: 'Hi' }] } });

describe('the agent card', () => {
  it('is at both places, with a tag, and names interfaces that exist', async () => {
    const [card, old] = await Promise.all(
      ['agent-card.json', 'agent.json'].map((file) => served.ask('GET', `/.well-known/${file}`)),
    );
    expect(card!.body).toEqual(old!.body);
    expect(card!.headers['etag']).toBeDefined();
    expect(card!.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    const changed = String(card!.headers['last-modified']);
    expect(new Date(changed).toUTCString()).toBe(changed);
    expect(Date.parse(changed)).toBeLessThanOrEqual(Date.now());
    const { url, supportedInterfaces, capabilities } = JSON.parse(card!.body.toString()) as {
      url: string;
      supportedInterfaces: { url: string; protocolVersion: string }[];
      capabilities: object;
    };
    expect(url).toBe(`${served.url}/a2a`);
    expect(supportedInterfaces.map(({ url, protocolVersion }) => [url.slice(served.url.length), protocolVersion])).toEqual([
      ['/a2a', '1.0'],
      ['/a2a/v1', '1.0'],
      ['/a2a', '0.3'],
    ]);
    expect(capabilities).toEqual({ streaming: true, pushNotifications: true, extendedAgentCard: false });
  });
});

describe('a refusal', () => {
  it('for a missing key is 401 in both bindings, and says where to find out how to get one', async () => {
    const { spaceId } = await served.space();
    const rpc = await ask('SendMessage', textTo(spaceId));
    const rest = await served.ask('POST', '/a2a/v1/message:send', { body: JSON.stringify(textTo(spaceId)) });
    for (const reply of [rpc, rest]) {
      expect(reply.status).toBe(401);
      expect(reply.headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource');
    }
    expect(bodyOf(rpc)).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      error: { code: 401, data: [{ metadata: { code: 'key_missing' } }] },
    });
    expect(bodyOf(rest).error).toMatchObject({ code: 401, status: 'UNAUTHENTICATED', details: [{ reason: 'KEY_MISSING' }] });
  });

  it.each(['"text"', '[{"message":{}}]', '5', 'true'])('of the body %s says that it must be an object', async (body) => {
    const { error } = bodyOf(await served.ask('POST', '/a2a/v1/message:send', { body }));
    expect(error).toMatchObject({ code: 400, message: 'The body must be a JSON object' });
  });

  it('has the body of REST as its data in 0.3', async () => {
    const { error } = bodyOf(await ask('message/send', textTo('nowhere'), { 'x-private-key': 'x' }));
    expect(error).toMatchObject({ code: 404, data: { code: 'space_not_found', requestId: expect.any(String) } });
  });

  it.each([
    ['2.0', 'GetTask', -32009],
    ['1.0', 'tasks/get', -32601],
    ['0.3', 'GetTask', -32601],
    ['1.0', 'CreateTaskPushNotificationConfig', -32602],
    ['0.3', 'tasks/pushNotificationConfig/set', -32602],
    ['1.0', 'GetExtendedAgentCard', -32007],
    ['1.0', 'SubscribeToTask', -32602],
    ['1.0', 'GetTask', -32602],
  ])('in version %s, of %s, has the code %i', async (version, method, code) => {
    const reply = await ask(method, {}, { 'a2a-version': version });
    expect([reply.status, bodyOf(reply).error.code]).toEqual([200, code]);
  });

  it('of a message with a push notification configuration that cannot be served, or with a file, comes before anything happens', async () => {
    const { spaceId, ownerPrivateKey: key } = await served.space();
    const headers = { 'x-private-key': key };
    const configuration = { taskPushNotificationConfig: { url: 'https://127.0.0.1/' } };
    expect(bodyOf(await ask('SendMessage', { ...textTo(spaceId), configuration }, headers)).error.code).toBe(-32602);
    const message = {
      messageId: 'm',
      role: 'ROLE_USER',
      contextId: spaceId,
      parts: [{ text: 'Look' }, { url: 'https://x.example/a.png' }],
    };
    expect(bodyOf(await ask('SendMessage', { message }, headers)).error.code).toBe(-32005);
    const list = await served.ask('GET', `/hub/space/${spaceId}/messages`, { headers });
    expect(JSON.parse(list.body.toString())).toMatchObject({ messages: [] });
  });

  it('of a field that looks like another names the one that was meant, in metadata and in the input of an operation', async () => {
    const { spaceId, ownerPrivateKey: key } = await served.space();
    const headers = { 'x-private-key': key };
    const { message } = textTo(spaceId) as { message: object };
    const asText = bodyOf(await ask('SendMessage', { message: { ...message, metadata: { reply_to: 'x', colour: 1 } } }, headers));
    expect(asText.error.message).toBe('reply_to is unknown. Did you mean replyTo?');
    const data = { operation: 'sendMessage', input: { text: 'Hello' } };
    const asData = bodyOf(await ask('SendMessage', { message: { ...message, parts: [{ data }] } }, headers));
    expect(asData.error.message).toBe('text is unknown. Did you mean content?');
  });

  it('of too many requests is 429 in the format of the binding, with the time to wait', async () => {
    const limited = await serve({ PARLEY_RATE_LIMIT: '300', PARLEY_RATE_LIMIT_ADDRESS: '1' });
    await limited.ask('GET', '/openapi.json');
    const rpc = await limited.ask('POST', '/a2a', { body: '{}' });
    const rest = await limited.ask('GET', '/a2a/v1/tasks');
    expect([rpc.status, rest.status]).toEqual([429, 429]);
    expect(bodyOf(rpc)).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: 429, data: [{}, { retryDelay: expect.any(String) }] },
    });
    expect(bodyOf(rest).error).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' });
    for (const { headers } of [rpc, rest]) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });

  it.each([
    '{"id":1,"method":"GetTask"}',
    '{"jsonrpc":"1.0","id":1,"method":"message/send","params":{}}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":{},"method":"GetTask"}',
    '[]',
    '"text"',
  ])('of the body %s, which is no request, has the code -32600, in HTTP 200 as JSON-RPC has all its errors', async (body) => {
    for (const headers of [{}, { 'a2a-version': '1.0' }]) {
      const reply = await served.ask('POST', '/a2a', { body, headers });
      expect([reply.status, bodyOf(reply).error.code]).toEqual([200, -32600]);
    }
  });

  it('of a body that is no JSON is 400', async () => {
    const reply = await served.ask('POST', '/a2a', { body: '{' });
    expect([reply.status, bodyOf(reply).error.code]).toEqual([400, -32700]);
  });

  it('of a message without a role, or with another one, names the field', async () => {
    const { spaceId, ownerPrivateKey: key } = await served.space();
    const { message } = textTo(spaceId);
    const say = async (method: string, role: unknown) =>
      bodyOf(await ask(method, { message: { ...message, messageId: String(role), role } }, { 'x-private-key': key }));
    for (const method of ['SendMessage', 'message/send']) {
      for (const role of [undefined, null, 'ROLE_UNSPECIFIED', 'assistant', 3]) {
        expect((await say(method, role)).error, String(role)).toMatchObject({
          code: -32602,
          message: expect.stringContaining('message.role'),
        });
      }
      for (const role of ['ROLE_USER', 'user', 1, 'agent']) expect(await say(method, role)).toHaveProperty('result');
    }
  });

  it('of another method is 405', async () => {
    const { status, headers } = await served.ask('GET', '/a2a');
    expect([status, headers['allow']]).toEqual([405, 'OPTIONS, POST']);
  });
});

it.each(['/a2a/', '/a2a/?A2A-Version=1.0'])('%s is the same as without its slash', async (path) => {
  const { spaceId, ownerPrivateKey: key } = await served.space();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ListTasks', params: {} });
  const reply = await served.ask('POST', path, { headers: { 'x-private-key': key }, body });
  expect(JSON.parse(reply.body.toString())).toMatchObject({ id: 7, result: { tasks: [{ contextId: spaceId }] } });
  expect((await served.ask('GET', path)).status).toBe(405);
  expect((await served.ask('POST', '/a2a//')).status).toBe(404);
});

it('/mcp/ is the same as without its slash', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const [with_, without] = await Promise.all(['/mcp/', '/mcp'].map((path) => served.ask('POST', path, { headers, body })));
  expect([with_!.status, with_!.body]).toEqual([200, without!.body]);
});

it('the list of tasks has the task of the key, if the filters match it', async () => {
  const { spaceId, ownerPrivateKey: key } = await served.space();
  const list = async (more: object) => {
    const { body } = await ask('ListTasks', { contextId: spaceId, ...more }, { 'x-private-key': key });
    return (JSON.parse(body.toString()) as { result: { tasks: object[]; totalSize: number } }).result;
  };
  expect(await list({ includeArtifacts: true })).toMatchObject({ tasks: [{ contextId: spaceId, artifacts: [] }], totalSize: 1 });
  expect(await list({ status: 'TASK_STATE_WORKING' })).toMatchObject({ totalSize: 1 });
  expect(await list({ status: 'TASK_STATE_COMPLETED' })).toMatchObject({ tasks: [], totalSize: 0 });
  expect(await list({ statusTimestampAfter: '2099-01-01T00:00:00Z' })).toMatchObject({ totalSize: 0 });
});
