import { randomUUID } from 'node:crypto';
import { ServiceError } from '@parley/core';
import { allMessages, openSpace, type Member } from '@parley/testing';
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink, TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { maxCallsPerBatch } from '../../src/surfaces/limits/calls.ts';
import type { AppRouter } from '../../src/index.ts';
import { serve, type Served } from '../in-process.ts';

let server: Served;
let owner: Member;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
  owner = await openSpace(server);
});
afterAll(() => server.stop());

const call = (path: string, { key, body, headers }: { key?: string; body?: unknown; headers?: Record<string, string> } = {}) =>
  fetch(`${server.url}/trpc/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'x-private-key': key }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const inputOf = (input: unknown) => `input=${encodeURIComponent(JSON.stringify(input))}`;
const health = (times: number) => Array.from({ length: times }, () => 'health').join(',');
const failed = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error as TRPCClientError<AppRouter>,
  );

describe('a batch', () => {
  it('of ten calls is answered, and one of eleven is 400 before any procedure runs, by GET and by POST', async () => {
    const run = vi.spyOn(server.parley.pipeline, 'run');
    onTestFinished(() => run.mockRestore());
    expect((await call(`${health(maxCallsPerBatch)}?batch=1`)).status).toBe(200);
    expect(run).toHaveBeenCalledTimes(maxCallsPerBatch);
    run.mockClear();
    const comma = `${health(6)}%2C${health(5)}`;
    for (const [path, body] of [[health(11)], [comma], [health(1_500), {}]] as const) {
      const response = await call(`${path}?batch=1`, { body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'invalid_request',
        error: {
          code: -32600,
          message: 'A batch can contain at most 10 calls',
          data: { code: 'invalid_request', httpStatus: 400, requestId: response.headers.get('x-request-id') },
        },
      });
    }
    expect(run).not.toHaveBeenCalled();
  });

  it('of ten calls leaves no warning in the log', async () => {
    const warned = vi.fn<(warning: Error) => void>();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    await call(`${health(maxCallsPerBatch)}?batch=1`);
    await call(`${health(maxCallsPerBatch)}?batch=1`, { headers: { 'trpc-accept': 'application/jsonl' } });
    expect(warned).not.toHaveBeenCalled();
  });

  it.each([
    ['httpBatchLink', httpBatchLink],
    ['httpBatchStreamLink', httpBatchStreamLink],
  ])('that is too long is an error that each call can read, through %s', async (_, link) => {
    const client = createTRPCClient<AppRouter>({ links: [link({ url: `${server.url}/trpc`, maxItems: 50 })] });
    const errors = await Promise.all(Array.from({ length: 11 }, () => failed(client.health.query({}))));
    for (const { message, data } of errors) {
      expect([message, data?.code]).toEqual(['A batch can contain at most 10 calls', 'invalid_request']);
    }
  });

  it('with one Idempotency-Key applies each of its writes once, however often it is sent, and marks replays', async () => {
    const { spaceId, key } = owner;
    const before = (await allMessages(server, owner)).length;
    const headers = { 'idempotency-key': randomUUID() };
    const body = { 0: { spaceId, content: 'first' }, 1: { spaceId, content: 'second' }, 2: { spaceId, content: 'second' } };
    const send = () => call('sendMessage,sendMessage,sendMessage?batch=1', { key, body, headers });
    const [once, again] = [await send(), await send()];
    expect([once.status, again.status]).toEqual([200, 200]);
    expect([once, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    const ids = async (response: Response) =>
      ((await response.json()) as { result: { data: { messageId: string } } }[]).map(({ result }) => result.data.messageId);
    const told = await ids(once);
    expect(new Set(told).size).toBe(3);
    expect(await ids(again)).toEqual(told);
    expect((await allMessages(server, owner)).slice(before).map(({ content }) => content)).toEqual(['first', 'second', 'second']);
    const other = await call('sendMessage,sendMessage?batch=1', {
      key,
      headers,
      body: { 0: { spaceId, content: 'first' }, 1: { spaceId, content: 'another' } },
    });
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([207, 'true']);
    expect(await other.json()).toMatchObject([{ result: {} }, { error: { data: { code: 'key_reused', httpStatus: 422 } } }]);
  });

  it.each(['', 'x'.repeat(256)])('is refused completely for an invalid Idempotency-Key (%j)', async (broken) => {
    const { spaceId, key } = owner;
    const body = { 0: { spaceId, content: 'a' }, 1: { spaceId, content: 'b' } };
    const { status } = await call('sendMessage,sendMessage?batch=1', { key, body, headers: { 'idempotency-key': broken } });
    expect(status).toBe(400);
  });

  it('with one call shares its Idempotency-Key with REST', async () => {
    const { spaceId, key } = owner;
    const headers = { 'idempotency-key': randomUUID() };
    await call('sendMessage?batch=1', { key, body: { 0: { spaceId, content: 'either way' } }, headers });
    const response = await fetch(`${server.url}/hub/space/${spaceId}/messages`, {
      method: 'POST',
      headers: { ...headers, 'x-private-key': key },
      body: '{"content":"either way"}',
    });
    expect(response.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('a refusal', () => {
  const unknown = { spaceId: '11111111-1111-4111-8111-111111111111' };
  const stranger = 'ab'.repeat(32);

  it.each<[number, number, string, () => Promise<Response>]>([
    [400, -32600, 'invalid_request', () => call('createSpace', { body: {} })],
    [401, -32001, 'key_missing', () => call(`getSpace?${inputOf(unknown)}`)],
    [401, -32001, 'key_unknown', () => call(`getSpace?${inputOf({ spaceId: owner.spaceId })}`, { key: stranger })],
    [404, -32004, 'space_not_found', () => call(`getSpace?${inputOf(unknown)}`, { key: stranger })],
    [404, -32004, 'not_found', () => call('nothing')],
    [405, -32005, 'method_not_allowed', () => call('createSpace')],
    [
      409,
      -32009,
      'owner_protected',
      () => call('muteParticipant', { key: owner.key, body: { spaceId: owner.spaceId, participantId: owner.id } }),
    ],
    [400, -32600, 'malformed_body', () => call('health?connectionParams=1')],
    [400, -32600, 'invalid_request', () => call('health,createSpace?batch=1')],
    [400, -32600, 'unsupported_version', () => call('health', { headers: { 'api-version': '2' } })],
  ])('%i has the number %i, its code %s, and the id of its request', async (status, number, code, ask) => {
    const response = await ask();
    expect(response.status).toBe(status);
    const requestId = response.headers.get('x-request-id');
    const { error } = (await response.json()) as { error: object };
    expect(error).toMatchObject({ code: number, data: { code, httpStatus: status, requestId } });
  });

  it.each([
    [410, -32010],
    [422, -32022],
    [423, -32023],
    [429, -32029],
    [503, -32603],
  ])('%i has the number %i', async (status, number) => {
    const codes = { 410: 'link_gone', 422: 'key_reused', 423: 'locked', 429: 'rate_limited', 503: 'unavailable' } as const;
    const run = vi.spyOn(server.parley.pipeline, 'run').mockRejectedValueOnce(new ServiceError(codes[status as 410], 'no'));
    onTestFinished(() => run.mockRestore());
    expect(await (await call('health')).json()).toMatchObject({ error: { code: number, data: { httpStatus: status } } });
  });

  it('by the server itself, such as for too many requests, can be read by a client too', async () => {
    const strict = await serve({ PARLEY_RATE_LIMIT: '1' });
    onTestFinished(() => strict.stop());
    const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${strict.url}/trpc` })] });
    await client.createSpace.mutate({ name: 'One', description: '' });
    const { message, data } = await failed(client.createSpace.mutate({ name: 'Two', description: '' }));
    expect(data).toMatchObject({ code: 'rate_limited', httpStatus: 429 });
    expect(message).toMatch(/^Too many requests/);
  });
});

it('answers a procedure without input if it needs none', async () => {
  expect(await (await call('health')).json()).toMatchObject({ result: { data: { status: 'ok' } } });
  expect((await call('startLink')).status).toBe(405);
  const started = await fetch(`${server.url}/trpc/startLink`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  expect(await started.json()).toMatchObject({ result: { data: { expiresIn: 600 } } });
});

it('accepts a key in the URL only for subscriptions', async () => {
  const { spaceId, key } = owner;
  const params = `connectionParams=${encodeURIComponent(JSON.stringify({ 'x-private-key': key }))}`;
  const query = await call(`getSpace?${inputOf({ spaceId })}&${params}`);
  const mutation = await call(`sendMessage?${params}`, { body: { spaceId, content: 'no' } });
  const batch = await call(`getSpace,getSpace?batch=1&${inputOf({ 0: { spaceId }, 1: { spaceId } })}&${params}`);
  expect([query.status, mutation.status, batch.status]).toEqual([401, 401, 401]);
  const leave = new AbortController();
  const stream = await fetch(`${server.url}/trpc/streamMessages?${inputOf({ spaceId })}&${params}`, { signal: leave.signal });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"ready"')) text += (await reader.read()).value ?? expect.fail('it ended');
  leave.abort();
});

describe('a server error', () => {
  const secret = 'c0ffee00'.repeat(8);

  it.each([
    ['a call', 'health'],
    ['a call of a batch', 'health?batch=1'],
    ['a subscription', `streamMessages?${inputOf({ spaceId: '11111111-1111-4111-8111-111111111111' })}`],
  ])('is logged once with the id of its request and without keys: %s', async (_, path) => {
    const failure = new Error(`no luck with ${secret}`, { cause: new Error(`params: ${secret}`) });
    const run = vi.spyOn(server.parley.pipeline, 'run').mockRejectedValueOnce(failure);
    onTestFinished(() => run.mockRestore());
    server.complaints.length = 0;
    const response = await call(path, { key: secret });
    const told = await response.text();
    expect(told).toContain('"internal"');
    expect(told).not.toContain(secret);
    expect(server.complaints).toHaveLength(1);
    expect(JSON.parse(server.complaints[0]!)).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      err: { message: 'no luck with [redacted]' },
      msg: 'a request failed',
    });
    expect(server.complaints[0]).not.toContain(secret);
  });

  it('is logged once for all calls of a batch if it occurs before any call', async () => {
    const show = vi.spyOn(server.parley.pipeline, 'assertKeyShown').mockImplementationOnce(() => {
      throw new Error('no luck');
    });
    onTestFinished(() => show.mockRestore());
    server.complaints.length = 0;
    const response = await call(`${health(3)}?batch=1`);
    expect([response.status, server.complaints.length]).toEqual([500, 1]);
  });

  it('is logged, and a refusal is not', async () => {
    server.complaints.length = 0;
    await call('nothing');
    await call(`getSpace?${inputOf({ spaceId: owner.spaceId })}`);
    expect(server.complaints).toEqual([]);
  });
});
