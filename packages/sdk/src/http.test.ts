import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { json, nothing, refusal, scripted, silent, unreachable, type Step } from '../test/scripted-fetch.ts';
import * as sdk from './index.ts';
import type { Hooks, ParleyOptions } from './index.ts';

const { Parley } = sdk;
const baseUrl = 'http://parley.test';
const key = 'f'.repeat(64);
const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const sent = { messageId: 'm', participants: [], artifacts: [], suggestedPollingIntervalMs: 1 };

function talking(steps: [Step, ...Step[]], options: Partial<ParleyOptions> = {}) {
  const { fetch, requests } = scripted(...steps);
  const parley = new Parley({ baseUrl, fetch, ...options });
  return { parley, space: parley.space({ spaceId, key }), requests };
}

const refused = (call: Promise<unknown>): Promise<sdk.ParleyError> =>
  call.then(
    () => Promise.reject(new Error('succeeded')),
    (error) => error,
  );

describe('retries', () => {
  const passing: [string, Step][] = [
    ['a network error', unreachable],
    ['408', refusal(408)],
    ['429', refusal(429, 'rate_limited', {}, { 'retry-after': '1' })],
    ['500', refusal(500)],
    ['503', refusal(503)],
    ['an answer that was cut off', () => new Response('{"mess', { headers: { 'content-type': 'application/json' } })],
    [
      'a refusal that was cut off',
      () => new Response(broken(), { status: 401, headers: { 'content-type': 'application/json' } }),
    ],
  ];

  test.each(passing)('tries again after %s, with the same Idempotency-Key and body', async (_, failure) => {
    const { space, requests } = talking([failure, json(sent)]);
    await expect(space.send('Hello')).resolves.toEqual(sent);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(await Promise.all(requests.map((request) => request.json()))).toEqual([{ content: 'Hello' }, { content: 'Hello' }]);
  });

  test('gives another write another Idempotency-Key, takes yours, and sends none with a read', async () => {
    const { space, requests } = talking([json(sent)]);
    await space.send('a');
    await space.send('b');
    await space.send('c', { idempotencyKey: 'mine' });
    await space.get();
    const [a, b, c, d] = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(a).not.toBe(b);
    expect([c, d]).toEqual(['mine', null]);
  });

  test('waits as long as Retry-After says, else longer each time, and never the same for all', async () => {
    const waits: number[] = [];
    const hooks: Hooks = { retry: ({ waitMs }) => void waits.push(waitMs) };
    const busy = refusal(429, 'rate_limited', {}, { 'retry-after': '1' });
    await talking([busy, unreachable, unreachable, json(sent)], { hooks }).space.send('a');
    expect(waits[0]).toBe(1000);
    expect(waits[1]).toBeGreaterThanOrEqual(250);
    expect(waits[1]).toBeLessThanOrEqual(500);
    expect(waits[2]).toBeGreaterThanOrEqual(500);
    expect(waits[2]).toBeLessThanOrEqual(1000);
    expect(waits.every(Number.isInteger)).toBe(true);
  });

  test('waits as long as a full server says', async () => {
    const waits: number[] = [];
    const hooks: Hooks = { retry: ({ waitMs }) => void waits.push(waitMs) };
    const full = refusal(503, 'overloaded', {}, { 'retry-after': '1' });
    await talking([full, refusal(503, 'unavailable'), json(sent)], { hooks }).space.send('a');
    expect(waits[0]).toBe(1000);
    expect(waits[1]).toBeLessThanOrEqual(500);
    const error = await refused(talking([full]).space.get({ maxRetries: 0 }));
    expect(error).toBeInstanceOf(sdk.ServerError);
    expect(error).toMatchObject({ retryAfterMs: 1_000 });
  });

  test('does not repeat what a spent budget refused', async () => {
    const budget = { limit: 10, used: 10, mine: 5 };
    const { space, requests } = talking([refusal(429, 'budget_spent', { budget }), json(sent)]);
    const error = await refused(space.send('a'));
    expect(error).toBeInstanceOf(sdk.BudgetSpentError);
    expect(error).toMatchObject({ name: 'BudgetSpentError', status: 429, code: 'budget_spent', budget });
    expect(requests).toHaveLength(1);
  });

  test.each([400, 401, 403, 404, 409, 410, 422, 423, 302])('does not repeat what was refused with %i', async (status) => {
    const { space, requests } = talking([refusal(status)]);
    expect(await refused(space.send('a'))).toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });

  test('retries as often as the call or else the client allows, and throws the last failure', async () => {
    const { space, requests } = talking([unreachable], { maxRetries: 1 });
    expect(await refused(space.send('a'))).toBeInstanceOf(sdk.NetworkError);
    expect(requests).toHaveLength(2);
    await refused(space.send('a', { maxRetries: 0 }));
    expect(requests).toHaveLength(3);
  });
});

describe('a message that cannot be sent because nobody answers', () => {
  test.each([
    ['without a network', unreachable],
    ['by a proxy without its service', refusal(502)],
  ])('%s is tried until timeoutMs, unless maxRetries is set, and other calls are not', async (_, step) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const tried = async (options: ParleyOptions, call: (space: sdk.Space) => Promise<unknown>) => {
      const { space, requests } = talking([step], options);
      const started = Date.now();
      const failed = refused(call(space));
      await vi.advanceTimersByTimeAsync(200_000);
      expect(await failed).toBeInstanceOf(sdk.ParleyError);
      return { tries: requests.length, ms: Date.now() - started };
    };
    expect((await tried({}, async (space) => space.send('a'))).tries).toBeGreaterThan(6);
    expect((await tried({}, async (space) => space.send('a', { timeoutMs: 120_000 }))).tries).toBeGreaterThan(16);
    expect((await tried({}, async (space) => space.send('a', { maxRetries: 2 }))).tries).toBe(3);
    expect((await tried({ maxRetries: 0 }, async (space) => space.send('a'))).tries).toBe(1);
    expect((await tried({}, async (space) => space.get())).tries).toBe(5);
  });
});

describe('waiting', () => {
  test('gives up a try after timeoutMs, of the call or the client, and tries again', async () => {
    const { space, requests } = talking([silent, json(sent)], { timeoutMs: 1 });
    await expect(space.send('a', { timeoutMs: 2_000 })).resolves.toEqual(sent);
    expect(requests).toHaveLength(2);
    expect(await refused(talking([silent], { timeoutMs: 20, maxRetries: 0 }).space.get())).toBeInstanceOf(sdk.TimeoutError);
  });

  test('gives up a body that does not come, even where fetch does not know signals', async () => {
    const stuck: Step = () => new Response(new ReadableStream({}), { headers: { 'content-type': 'application/json' } });
    expect(await refused(talking([stuck]).space.get({ timeoutMs: 20, maxRetries: 0 }))).toBeInstanceOf(sdk.TimeoutError);
  });

  test('takes any number of milliseconds', async () => {
    const soon: Step = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return json(sent)(request);
    };
    await expect(talking([soon]).space.send('a', { timeoutMs: Infinity, maxRetries: 0 })).resolves.toEqual(sent);
  });

  test('waits longer for a long poll', async () => {
    const { space } = talking([json(nothing)], { timeoutMs: 20 });
    const spy = vi.spyOn(globalThis, 'setTimeout');
    await space.messages({ waitMs: 25_000 });
    expect(spy.mock.calls.map(([, ms]) => ms)).toContain(25_020);
    spy.mockRestore();
  });

  test.each(['call', 'client'] as const)(
    'ends with the reason of the signal of the %s, in a try and between tries',
    async (whose) => {
      for (const step of [silent, unreachable]) {
        const ending = new AbortController();
        const reason = new Error('enough');
        const { space } = talking([step], whose === 'client' ? { signal: ending.signal } : {});
        const call = refused(space.send('a', whose === 'call' ? { signal: ending.signal } : {}));
        setTimeout(() => ending.abort(reason), 20);
        expect(await call).toBe(reason);
      }
    },
  );
});

describe('errors', () => {
  const kinds: [number, new (...args: never[]) => sdk.ParleyError][] = [
    [400, sdk.InvalidRequestError],
    [401, sdk.KeyError],
    [403, sdk.ForbiddenError],
    [404, sdk.NotFoundError],
    [409, sdk.ConflictError],
    [410, sdk.GoneError],
    [422, sdk.IdempotencyError],
    [423, sdk.LockedError],
    [429, sdk.RateLimitError],
    [500, sdk.ServerError],
    [503, sdk.ServerError],
    [418, sdk.ParleyError],
  ];
  test.each(kinds)('%i has its own class, with status, code, message and requestId', async (status, kind) => {
    const error = await refused(talking([refusal(status, 'why')], { maxRetries: 0 }).space.get());
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ name: kind.name, status, code: 'why', message: 'No: why', requestId: 'r1' });
  });

  test('contain the details that the service added', async () => {
    const issues = [{ field: 'name', message: 'at most 200 characters, got 201', limit: 200, actual: 201 }];
    expect(await refused(talking([refusal(400, 'invalid_request', { issues })]).space.get())).toMatchObject({ issues });
    expect(await refused(talking([refusal(400)]).space.get())).toMatchObject({ issues: [] });
    expect(await refused(talking([refusal(423, 'locked', { lockedBy: 'p' })]).space.get())).toMatchObject({ lockedBy: 'p' });
    const busy = refusal(429, 'rate_limited', {}, { 'retry-after': '7' });
    expect(await refused(talking([busy]).space.get({ maxRetries: 0 }))).toMatchObject({ retryAfterMs: 7_000 });
  });

  test('are also made from answers that Parley did not send', async () => {
    const page: Step = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    expect(await refused(talking([page], { maxRetries: 0 }).space.get())).toMatchObject({ status: 502, code: 'unknown' });
    expect(await refused(talking([() => new Response('null', { status: 404 })]).space.get())).toBeInstanceOf(sdk.NotFoundError);
  });
});

describe('a network error', () => {
  const refusedBy =
    (cause: unknown): Step =>
    () =>
      Promise.reject(Object.assign(new TypeError('fetch failed'), { cause }));
  const told = async (cause: unknown) => (await refused(talking([refusedBy(cause)], { maxRetries: 0 }).space.get())).message;

  test('names the reason of the system, however the runtime wraps it', async () => {
    const connection = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:8787'), { code: 'ECONNREFUSED' });
    const reason = `${baseUrl} could not be reached: connect ECONNREFUSED 127.0.0.1:8787`;
    expect(await told(connection)).toBe(reason);
    expect(await told(Object.assign(new AggregateError([connection, new Error('other')]), { code: 'ECONNREFUSED' }))).toBe(
      reason,
    );
    expect(await told(Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }))).toBe(
      `${baseUrl} could not be reached: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    );
    const tls = { code: 'ERR_SSL_WRONG_VERSION_NUMBER', reason: 'wrong version number' };
    expect(await told(Object.assign(new Error('80EC:error:0A00010B:…:350:\n'), tls))).toBe(
      `${baseUrl} could not be reached: wrong version number (ERR_SSL_WRONG_VERSION_NUMBER)`,
    );
    expect(await told(undefined)).toBe(`${baseUrl} could not be reached: fetch failed`);
  });

  test('names it too when an answer is cut off', async () => {
    const cut: Step = () => new Response(broken(), { headers: { 'content-type': 'application/json' } });
    expect((await refused(talking([cut], { maxRetries: 0 }).space.get())).message).toBe('The response was cut off: terminated');
  });
});

describe('the response', () => {
  test('comes with the value, also where the value is made of it', async () => {
    const made = { ...nothing, spaceId, ownerPrivateKey: key, ownerId: 'o' };
    const { parley, space } = talking([json(made, 200, { 'ratelimit-remaining': '7' })]);
    const { data, response } = await parley.createSpace({ name: 'a', description: '' }).withResponse();
    expect([data.key, response.status, response.headers.get('ratelimit-remaining')]).toEqual([key, 200, '7']);
    expect((await space.get().withResponse()).data).toEqual(made);
  });

  test('is refused once, without a rejection that nobody handles', async () => {
    const unhandled = vi.fn<() => void>();
    process.on('unhandledRejection', unhandled);
    await expect(
      talking([refusal(404)])
        .space.artifacts.get(spaceId)
        .withResponse(),
    ).rejects.toThrow(sdk.NotFoundError);
    await expect(talking([refusal(404)]).space.get()).rejects.toThrow(sdk.NotFoundError);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('a logger', () => {
  const steps: [Step, ...Step[]] = [refusal(503), json(sent, 200, { 'x-request-id': 'r2', deprecation: '@1' })];

  test('gets every try, retry and warning, and no key', async () => {
    const lines: string[] = [];
    const log = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
    const { space } = talking(steps, { logger: { debug: log('debug'), warn: log('warn') } });
    await space.send('a secret');
    const path = `/hub/space/${spaceId}/messages`;
    expect(lines.map((line) => line.replace(/\d+ ms/g, 'N ms'))).toEqual([
      `debug Parley: sendMessage: POST ${path}`,
      'debug Parley: sendMessage: 503 after N ms',
      'warn Parley: sendMessage failed: No: x. Retrying in N ms',
      `debug Parley: sendMessage: POST ${path} (retry 1)`,
      'debug Parley: sendMessage: 200 after N ms (request r2)',
      'warn Parley: the operation sendMessage is deprecated',
    ]);
    expect(lines.join()).not.toMatch(new RegExp(`${key}|a secret`));
  });

  test('is the console with debug, and nothing without', async () => {
    const spies = (['debug', 'warn'] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
    await talking([json(sent)]).space.send('a');
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    await talking(steps, { debug: true }).space.send('a');
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([4, 2]);
    for (const spy of spies) spy.mockRestore();
  });
});

describe('secrets', () => {
  const secrets = { key, userToken: `usr_${'t'.repeat(43)}`, session: 'jwt.jwt.jwt' };
  const { userToken, session } = secrets;
  const isTold = (text: string) => Object.values(secrets).some((secret) => text.includes(secret));

  test('go where they belong and nowhere else', async () => {
    const known = { ...nothing, ownerPrivateKey: key, privateKey: key, participantId: 'p' };
    const { parley, space, requests } = talking([json(known)], { userToken, session });
    await space.get();
    await parley.createSpace({ name: 'a', description: '' });
    await parley.account.me();
    await parley.getMySpaceKey(spaceId);
    await parley.health();
    await parley.call('joinSpace', { spaceId, name: 'a' }, { key });
    const shown = requests.map(({ headers }) =>
      ['x-private-key', 'x-user-token', 'authorization'].map((name) => headers.get(name)),
    );
    const bearer = `Bearer ${session}`;
    const [nobody, link] = [[null, null, null], userToken];
    expect(shown).toEqual([
      [key, null, null],
      [null, link, null],
      [null, null, bearer],
      [null, null, bearer],
      nobody,
      [key, link, null],
    ]);
    const other = talking([json(known)], { userToken });
    await other.parley.getMySpaceKey(spaceId);
    expect(other.requests[0]!.headers.get('x-user-token')).toBe(userToken);
    expect(requests.some(({ url }) => isTold(url))).toBe(false);
  });

  test('are in no hook, no error and no print', async () => {
    const told: unknown[] = [];
    const tell = (what: unknown) => void told.push(what);
    const hooks: Hooks = { request: tell, response: tell, retry: tell, warn: tell };
    const steps: [Step, ...Step[]] = [unreachable, refusal(401, 'key_unknown', {}, { deprecation: '@1', sunset: 'soon' })];
    const { parley, space } = talking(steps, { userToken, session, hooks });
    told.push(await refused(space.send('a')), parley, space, space.artifacts, parley.account);
    expect(told.length).toBeGreaterThan(8);
    expect(isTold(inspect(told, { depth: 9, showHidden: true }))).toBe(false);
    expect(isTold(JSON.stringify(told))).toBe(false);
    expect(JSON.parse(JSON.stringify(space))).toEqual({ spaceId });
    expect(space.key).toBe(key);
  });

  test('that no header can carry are refused immediately and never shown', async () => {
    const { parley, requests } = talking([json(nothing)]);
    const error = await refused(Promise.resolve().then(() => parley.space({ spaceId, key: `${key}\n${key}` })));
    expect(error).toBeInstanceOf(TypeError);
    expect(isTold(inspect(error, { depth: 9 }))).toBe(false);
    expect(requests).toHaveLength(0);
    await parley.space({ spaceId, key: `${key}\n` }).get();
    expect(requests[0]!.headers.get('x-private-key')).toBe(key);
  });

  test('do not follow a redirect', async () => {
    const { space, requests } = talking([json(nothing)]);
    await space.get();
    expect(requests[0]!.redirect).toBe('manual');
  });

  test('bypass the cache of a browser, where Firefox delays requests for an address that is streamed', async () => {
    const { space, requests } = talking([json(nothing)]);
    await space.get();
    vi.stubGlobal('location', { href: baseUrl });
    onTestFinished(() => void vi.unstubAllGlobals());
    await space.get();
    expect(requests.map(({ cache }) => cache)).toEqual(['default', 'no-store']);
  });

  test('stay here when an invitation leads elsewhere', async () => {
    const joined = { participantPrivateKey: key, participantId: 'p' };
    const { parley, requests } = talking([json(joined)], { userToken, session, headers: { 'x-mine': '1' } });
    await parley.join(`http://elsewhere.test/space/${spaceId}/abc`, { name: 'Bob' });
    await parley.join(`${baseUrl}/space/${spaceId}/abc/.well-known/agent.md`, { name: 'Bob' });
    const shown = requests.map(({ url, headers }) => [new URL(url).origin, headers.get('x-user-token'), headers.get('x-mine')]);
    expect(shown).toEqual([
      ['http://elsewhere.test', null, null],
      [baseUrl, userToken, '1'],
    ]);
  });
});

test('sends headers of the client and the call, and says which version it speaks', async () => {
  const { space, requests } = talking([json(nothing)], { baseUrl: `${baseUrl}/base//`, headers: { a: '1', b: '1' } });
  await space.messages({ headers: { b: '2' }, after: 3, since: new Date(0), limit: 7 });
  const { url, headers } = requests[0]!;
  expect([headers.get('a'), headers.get('b'), headers.get('api-version')]).toEqual(['1', '2', '1']);
  expect(url).toBe(`${baseUrl}/base/hub/space/${spaceId}/messages?after=3&limit=7`);
});

test('asks for the short answer where only the messages are used, and where a call says so', async () => {
  const page = json({ ...nothing, cursor: '' });
  const { space, requests } = talking([page]);
  await space.messages();
  for await (const _ of space.history());
  await space.call('sendMessage', { content: 'a' }, { minimal: true });
  await space.send('a');
  expect(requests.map(({ headers }) => headers.get('prefer'))).toEqual([null, 'return=minimal', 'return=minimal', null]);
});

test('takes an answer without its lists only where a call knows the version of the context', async () => {
  const unchanged = { messages: [], contextVersion: 'v', contextUnchanged: true, suggestedPollingIntervalMs: 1 };
  const { space, requests } = talking([json(unchanged)]);
  expect(await space.call('listMessages', {}, { ifContext: 'v' })).toEqual(unchanged);
  expect(requests[0]!.headers.get('if-context')).toBe('"v"');
  expect(await refused(space.messages())).toBeInstanceOf(sdk.UnexpectedAnswerError);
});

test('catches up with fields or with a text', async () => {
  const answer = { decided: [], artifacts: [], messages: [], omitted: [], cursor: 7, head: 7 };
  const text = () => new Response('# "Bridge" up to #7', { headers: { 'content-type': 'text/plain; charset=utf-8' } });
  const { space, requests } = talking([json(answer), text]);
  expect(await space.catchUp({ after: 3, budget: 500 })).toEqual(answer);
  expect(await space.catchUpText()).toBe('# "Bridge" up to #7');
  const path = `${baseUrl}/hub/space/${spaceId}/catch-up`;
  expect(requests.map(({ url }) => url)).toEqual([`${path}?after=3&budget=500`, `${path}?format=text`]);
});

test('calls hooks for every attempt, in order', async () => {
  const told: unknown[] = [];
  const tell = (what: string) => (attempt: { operation: string; method: string; path: string; retry: number; status?: number }) =>
    void told.push([what, attempt.operation, attempt.retry, attempt.status]);
  const hooks: Hooks = { request: tell('request'), response: tell('response'), retry: tell('retry') };
  await talking([refusal(503), json(sent)], { hooks }).space.send('a');
  expect(told).toEqual([
    ['request', 'sendMessage', 0, undefined],
    ['response', 'sendMessage', 0, 503],
    ['retry', 'sendMessage', 0, undefined],
    ['request', 'sendMessage', 1, undefined],
    ['response', 'sendMessage', 1, 200],
  ]);
});

test('warns once for each deprecated operation', async () => {
  const warnings: string[] = [];
  const old = json(nothing, 200, { deprecation: '@1767225600', sunset: 'Fri, 31 Jul 2026 00:00:00 GMT' });
  const { space } = talking([old], { hooks: { warn: (text) => void warnings.push(text) } });
  await space.get();
  await space.get();
  await space.messages();
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain('getSpace');
  expect(warnings[0]).toContain('Fri, 31 Jul 2026 00:00:00 GMT');
  const spy = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await talking([json(nothing, 200, { deprecation: '@1' })]).space.get();
  expect(spy).toHaveBeenCalledOnce();
  spy.mockRestore();
});

test('answers nothing where there is nothing, and text where it is text', async () => {
  const { parley } = talking([json(null, 204)], { session: 'jwt' });
  await expect(parley.account.revokeToken('t')).resolves.toBeUndefined();
  const markdown: Step = () => new Response('# Plan', { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
  await expect(talking([markdown]).space.call('downloadArtifact', { artifactId: 'a' })).resolves.toBe('# Plan');
});

function broken(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
}
