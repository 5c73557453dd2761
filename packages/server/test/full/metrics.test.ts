import { answer, ask, createArtifact, freePort, meeting, openSpace, openStream, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sections } from '../../src/host/metrics/table.ts';
import { version } from '../../src/version.ts';
import { onEmbedded, onOwnPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { connected, inSpace, readAll } from '../raw.ts';
import { startReceiver } from '../receiver.ts';
import { scrape, sumOf, token, type Sample } from '../scrape.ts';

const names = sections.flatMap(({ metrics }) => Object.keys(metrics));
const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}/i;

const databases = [
  ['PostgreSQL', onOwnPostgres],
  ['the embedded database', onEmbedded],
] as const;

describe.each(databases)('on %s', (_, open) => {
  let place: Place & { interrupt?: Awaited<ReturnType<typeof onOwnPostgres>>['interrupt'] };
  let served: Served;
  beforeAll(async () => {
    place = await open();
    const settings = {
      ...place.settings,
      PARLEY_METRICS_TOKEN: token,
      PARLEY_WAKE_PRIVATE: '1',
      PARLEY_SPACES_PER_HOUR: '100000',
    };
    served = await serve(settings, undefined, { measureMs: 100 });
  });
  afterAll(async () => {
    await served?.stop();
    await place?.remove();
  });

  const sum = async (name: string, labels?: Record<string, string>) => sumOf((await scrape(served)).samples, name, labels);
  /** What `act` adds to a metric, at least, and exactly if nothing else can add to it. */
  async function grows(name: string, labels: Record<string, string>, act: () => Promise<unknown>, by?: number): Promise<void> {
    const before = await sum(name, labels);
    await act();
    await eventually(async () => (await sum(name, labels)) > before);
    if (by !== undefined) expect((await sum(name, labels)) - before).toBe(by);
  }

  test('the table lists every metric that is shown, and every metric of the table is shown', async () => {
    const { text } = await scrape(served);
    const shown = Array.from(text.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name, kind]) => [name, kind]);
    const kinds = sections.flatMap(({ metrics }) => Object.entries(metrics).map(([name, { kind }]) => [name, kind]));
    expect(shown.toSorted()).toEqual(kinds.toSorted());
    const gauges = kinds.filter(([, kind]) => kind === 'gauge').map(([name]) => name!);
    const { samples } = await scrape(served);
    for (const name of gauges) expect(samples.map((sample) => sample.name)).toContain(name);
    expect(await sum('parley_build_info', { version })).toBe(1);
  });

  test('a request is measured by the route of the contract, its method and its status', async () => {
    const { spaceId, key } = await openSpace(served);
    const labels = {
      http_request_method: 'GET',
      http_route: '/hub/space/{spaceId}',
      http_response_status_code: '200',
      url_scheme: 'http',
    };
    await grows('http_server_request_duration_seconds_count', labels, () => answer(200, served, 'getSpace', { spaceId, key }), 1);
    const missing = { http_request_method: '_OTHER', http_route: '', http_response_status_code: '404' };
    await grows(
      'http_server_request_duration_seconds_count',
      missing,
      () => fetch(`${served.url}/${crypto.randomUUID()}`, { method: 'PROPFIND' }),
      1,
    );
  });

  test('writes are measured with their batches, and their states come from memory', async () => {
    const owner = await openSpace(served);
    const write = () => answer(200, served, 'sendMessage', owner, { content: 'Hello' });
    await grows('parley_commit_wait_seconds_count', {}, write);
    await grows('parley_commit_duration_seconds_count', {}, write);
    await grows('parley_commit_batch_writes_sum', {}, () => Promise.all(Array.from({ length: 20 }, write)));
    await grows('parley_snapshot_reads_total', { result: 'hit' }, write);
  });

  test('lock conflicts and refusals are counted over REST and tRPC', async () => {
    const { owner, crew } = await meeting(served, 1);
    const [bob] = crew as [Member];
    const artifactId = await createArtifact(served, owner);
    await answer(200, served, 'lockArtifact', owner, { artifactId });
    const lock = () => answer(423, served, 'lockArtifact', bob, { artifactId });
    await grows('parley_lock_conflicts_total', { operation: 'lockArtifact' }, lock, 1);
    await grows('parley_refusals_total', { code: 'locked' }, lock, 1);
    await grows('parley_refusals_total', { code: 'invalid_request' }, () => ask(served, 'sendMessage', owner, { content: 5 }), 1);
    await grows('parley_refusals_total', { code: 'key_missing' }, () => ask(served, 'getSpace', { spaceId: owner.spaceId }), 1);
    const input = JSON.stringify({ spaceId: owner.spaceId, content: 5 });
    const overTrpc = () =>
      fetch(`${served.url}/trpc/sendMessage`, {
        method: 'POST',
        headers: { 'x-private-key': owner.key, 'content-type': 'application/json' },
        body: input,
      });
    await grows('parley_refusals_total', { code: 'invalid_request' }, overTrpc, 1);
  });

  test('streams are counted by transport while they are open, are no slow requests, and their lag is measured', async () => {
    const owner = await openSpace(served);
    const open = (transport: string) => sum('parley_open_streams', { transport });
    const stream = await openStream(served, owner);
    await eventually(async () => (await open('rest')) === 1);
    expect(await sum('parley_followed_spaces')).toBe(1);
    await grows('parley_feed_lag_seconds_count', {}, () => answer(200, served, 'sendMessage', owner, { content: 'Hello' }));

    const head = stream.events.find(({ event }) => event === 'message')?.id ?? 1_000;
    const poll = answer(200, served, 'listMessages', owner, { after: head, wait: 25 });
    await eventually(async () => (await open('poll')) === 1);
    await answer(200, served, 'sendMessage', owner, { content: 'Hello again' });
    await poll;
    await eventually(async () => (await open('poll')) === 0);

    const input = encodeURIComponent(JSON.stringify({ spaceId: owner.spaceId }));
    const leaving = new AbortController();
    const { signal } = leaving;
    await fetch(`${served.url}/trpc/streamMessages?input=${input}`, { headers: { 'x-private-key': owner.key }, signal });
    await eventually(async () => (await open('trpc')) === 1);
    leaving.abort();
    stream.leave();
    await eventually(async () => (await open('trpc')) + (await open('rest')) === 0);
    const route = '/hub/space/{spaceId}/messages/stream';
    expect(await sum('http_server_request_duration_seconds_count', { http_route: route })).toBe(0);
  });

  test('the age of the oldest queued delivery grows, and is 0 when none is queued', async () => {
    const age = () => sum('parley_oldest_queued_delivery_seconds');
    const { owner, crew } = await meeting(served, 1);
    const [bob] = crew as [Member];
    await eventually(async () => (await age()) === 0);
    const { deliveries } = await answer(200, served, 'sendMessage', owner, { content: 'Bob?', to: [bob.id] });
    await eventually(async () => (await age()) > 0);
    const { deliveryId } = (deliveries as { deliveryId: string }[])[0]!;
    await answer(200, served, 'claimDelivery', bob);
    await answer(200, served, 'settleDelivery', bob, { deliveryId, outcome: 'acknowledged' });
    await eventually(async () => (await age()) === 0);

    await answer(200, served, 'sendMessage', owner, { content: 'Bob?', to: [bob.id] });
    await eventually(async () => (await age()) > 0);
    await answer(200, served, 'closeSpace', owner);
    await eventually(async () => (await age()) === 0);
  });

  test('decisions are counted while they are open, and measured when they end', async () => {
    const { owner, crew } = await meeting(served, 2);
    const [bob, eve] = crew as [Member, Member];
    const openDecision = async () => {
      const wish = { title: 'Ship it?', voters: [bob.id, eve.id], rule: 'all' };
      const { decisionId } = await answer(200, served, 'createDecision', owner, wish);
      return { decisionId };
    };
    const areOpen = (count: number) => eventually(async () => (await sum('parley_open_decisions')) === count);
    const ends = (state: string, act: () => Promise<unknown>) =>
      grows('parley_decision_duration_seconds_count', { state }, act, 1);

    await areOpen(0);
    await grows('parley_decisions_opened_total', {}, openDecision, 1);
    const [agreed, split, obsolete] = [await openDecision(), await openDecision(), await openDecision()];
    await areOpen(4);
    const choose = (who: Member, of: object, option: string) => answer(200, served, 'answerDecision', who, { ...of, option });
    // Both answers can be in one batch.
    await ends('decided', () => Promise.all([bob, eve].map((each) => choose(each, agreed, 'approve'))));
    await choose(bob, split, 'approve');
    await ends('lapsed', () => choose(eve, split, 'reject'));
    await ends('withdrawn', () => answer(200, served, 'withdrawDecision', owner, obsolete));
    await areOpen(1);
    await answer(200, served, 'closeSpace', owner);
    await areOpen(0);
  });

  test('requests to wake addresses are counted by kind and outcome', async () => {
    const receiver = await startReceiver();
    const { crew } = await meeting(served, 1);
    const [bob] = crew as [Member];
    const put = () => answer(200, served, 'putWake', bob, { url: receiver.url });
    await grows('parley_outbox_attempts_total', { kind: 'webhook', outcome: 'accepted' }, put);
    receiver.reply = (_, response) => response.writeHead(500).end();
    const other = () => answer(200, served, 'putWake', bob, { url: `${receiver.url}?again` });
    await grows('parley_outbox_attempts_total', { kind: 'webhook', outcome: 'failed' }, other);
  });

  test('the database is measured: its size, and the use of its connections', async () => {
    await eventually(async () => (await sum('parley_storage_bytes')) > 1_000_000);
    expect(await sum('parley_database_connections')).toBeGreaterThan(0);
    const owner = await openSpace(served);
    const busy = async () => {
      const writing = Promise.all(Array.from({ length: 200 }, () => answer(200, served, 'sendMessage', owner, { content: 'x' })));
      const seen = await sum('parley_database_statements');
      await writing;
      return seen > 0;
    };
    await eventually(busy);
    await eventually(async () => (await sum('parley_database_statements')) < 3);
  });

  test('the metrics answer while the database does not, and what it would say is unknown', async (context) => {
    const { interrupt } = place;
    if (!interrupt) return context.skip();
    const isUnknown = async () => Number.isNaN(await sum('parley_storage_bytes'));
    await eventually(async () => !(await isUnknown()));
    const owner = await openSpace(served);
    const failures = await sum('parley_commit_failures_total');
    let seen = () => {};
    const interrupted = interrupt(new Promise<void>((resolve) => (seen = resolve)));
    await eventually(async () => {
      await ask(served, 'sendMessage', owner, { content: 'Hello' });
      return (await isUnknown()) && (await sum('parley_commit_failures_total')) > failures;
    }).finally(() => seen());
    await interrupted;
    await eventually(async () => !(await isUnknown()));
  });

  test('1,000 spaces make no more than 400 series, none of which names one', async () => {
    for (let i = 0; i < 20; i += 1) await Promise.all(Array.from({ length: 50 }, visit));
    const { text, samples } = await scrape(served);
    expect(samples.length).toBeLessThanOrEqual(400);
    expect(text).not.toMatch(id);
    expect(sumOf(samples, 'http_server_request_duration_seconds_count', { http_route: '/hub/space' })).toBeGreaterThanOrEqual(
      1_000,
    );
  });

  test('redactions are counted by what they erase', async () => {
    const { owner } = await meeting(served, 0);
    const { messageId } = await answer(200, served, 'sendMessage', owner, { content: 'x' });
    const { taskId } = await answer(200, served, 'createTask', owner, { title: 'x' });
    const counted = (what: string, act: () => Promise<unknown>) => grows('parley_redactions_total', { what }, act, 1);
    await counted('message', () => answer(200, served, 'redactMessage', owner, { messageId }));
    await counted('text', () => answer(200, served, 'redactTask', owner, { taskId }));
  });

  async function visit(): Promise<void> {
    const owner = await openSpace(served);
    await answer(200, served, 'sendMessage', owner, { content: 'Hello' });
  }
});

describe('who may ask', () => {
  let place: Place;
  beforeAll(async () => {
    place = await onEmbedded();
  });
  afterAll(() => place.remove());
  const start = async (settings: Record<string, string>) => {
    const served = await serve({ ...place.settings, ...settings });
    onTestFinished(() => served.stop());
    return served;
  };

  /** What a client sees, without what differs between any two requests. */
  async function seen({ url }: Served, path: string, request: RequestInit) {
    const response = await fetch(url + path, request);
    const text = (await response.text()).replaceAll(/(?<!docs)\/metric[sx]/g, 'PATH').replaceAll(/"requestId":"[^"]*"/g, '');
    const headers = [...response.headers].filter(([name]) => !/^(date|x-request-id|ratelimit-.*)$/.test(name));
    return { status: response.status, text, headers };
  }

  const requests: [string, RequestInit][] = [
    ['without a token', {}],
    ['with a wrong token', { headers: { authorization: 'Bearer another token of sixteen' } }],
    ['with the token as a user', { headers: { authorization: token } }],
    ['from a browser', { headers: { accept: 'text/html' } }],
    ['by POST', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{}' }],
    ['by HEAD', { method: 'HEAD', headers: { authorization: `Bearer ${token}` } }],
    ['by OPTIONS', { method: 'OPTIONS', headers: { authorization: `Bearer ${token}` } }],
    ['as a preflight', { method: 'OPTIONS', headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' } }],
  ];

  test('nobody else learns that /metrics exists: it answers like any path at which nothing exists', async () => {
    const [on, off] = [await start({ PARLEY_METRICS_TOKEN: token }), await serve()];
    onTestFinished(() => off.stop());
    for (const [how, request] of requests) {
      const nothing = await seen(on, '/metricx', request);
      expect(await seen(on, '/metrics', request), how).toEqual(nothing);
      expect(nothing.status, how).toBe((await seen(off, '/metrics', request)).status);
    }
    const right = { headers: { authorization: `Bearer ${token}` } };
    expect((await seen(on, '/metrics/', right)).status).toBe(404);
    expect((await seen(off, '/metrics', right)).status).toBe(404);
    expect((await seen(on, '/metrics?x', right)).status).toBe(200);
  });

  test('asking for the metrics counts against no limit, but guessing the token does', async () => {
    const served = await start({ PARLEY_METRICS_TOKEN: token, PARLEY_RATE_LIMIT: '5' });
    for (let i = 0; i < 20; i += 1) await scrape(served);
    const statuses = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await fetch(`${served.url}/metrics`)).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
    const { samples } = await scrape(served);
    expect(sumOf(samples, 'parley_limit_refusals_total', { limit: 'client' })).toBe(2);
    expect(sumOf(samples, 'http_server_request_duration_seconds_count', { http_response_status_code: '200' })).toBe(0);
  });

  test('each limit that refuses is counted by its name', async () => {
    const limits = {
      PARLEY_RATE_LIMIT: '1000',
      PARLEY_RATE_LIMIT_ADDRESS: '100',
      PARLEY_SPACES_PER_HOUR: '1',
      PARLEY_MAX_STREAMS: '1',
    };
    const served = await start({ PARLEY_METRICS_TOKEN: token, ...limits });
    const refusals = async (limit: string) => sumOf((await scrape(served)).samples, 'parley_limit_refusals_total', { limit });
    const owner = await openSpace(served);
    await answer(429, served, 'createSpace', {}, { name: 'Bridge', description: '' });
    expect(await refusals('creation')).toBe(1);

    const stream = await openStream(served, owner);
    await expect(openStream(served, owner)).rejects.toMatchObject({ status: 503 });
    stream.leave();
    expect(await refusals('streams')).toBe(1);

    const socket = await connected(served.port);
    socket.end(inSpace(owner, '').repeat(30));
    await readAll(socket);
    expect(await refusals('pipelining')).toBeGreaterThan(0);

    for (let status = 0; status !== 429;) ({ status } = await fetch(`${served.url}/api/nothing`));
    expect(await refusals('address')).toBeGreaterThan(0);
    expect(await refusals('client')).toBe(0);
  });

  test('a port of its own needs no token, has nothing else, and closes with the server', async () => {
    const port = await freePort();
    const served = await serve({ ...place.settings, PARLEY_METRICS_PORT: String(port) });
    const own = `http://127.0.0.1:${port}`;
    const { samples } = await scrape({ url: own }, '');
    expect(samples.some(({ name }: Sample) => names.includes(name))).toBe(true);
    for (const path of ['/', '/metrics/', '/metricsx', '/api/health']) expect((await fetch(own + path)).status).toBe(404);
    expect((await fetch(`${own}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${served.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404);
    await served.stop();
    await expect(fetch(`${own}/metrics`)).rejects.toThrow('fetch failed');
  });
});
