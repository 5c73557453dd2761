import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  ask,
  createArtifact,
  invite,
  join as joinSpace,
  meeting,
  openSpace,
  openStream,
  Refused,
  type Member,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { connected, inSpace, lastInSpace, readAll, statusesIn } from '../raw.ts';

const megabyte = 1024 * 1024;
const unlimited = { PARLEY_RATE_LIMIT: '0' };

describe('an address', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ PARLEY_RATE_LIMIT_ADDRESS: '40', PARLEY_SPACES_PER_HOUR: '3' });
  });
  afterAll(() => served.stop());

  const callFrom = (from: string, path: string, method = 'GET', body = '') =>
    connected(served.port, { from }).then(async (socket) => {
      const head = [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      return readAll(socket);
    });
  const space = JSON.stringify({ name: 'Bridge', description: '' });

  test('429 for the fourth space of an hour without a credential, and not for another address', async () => {
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await callFrom('127.0.0.11', '/hub/space', 'POST', space));
    expect(answers.flatMap(statusesIn)).toEqual([200, 200, 200, 429]);
    expect(answers[3]).toMatch(/^retry-after: \d+\r$/im);
    expect(answers[3]).toContain('"code":"rate_limited"');
    expect(statusesIn(await callFrom('127.0.0.12', '/hub/space', 'POST', space))).toEqual([200]);
    // Link requests have a separate limit.
    expect(statusesIn(await callFrom('127.0.0.11', '/hub/link/start', 'POST', '{}'))).toEqual([200]);
  });

  test('has one ceiling, however many keys it sends', async () => {
    const { spaceId } = await openSpace(served);
    const statuses = [];
    for (let i = 0; i < 60; i += 1) {
      const socket = await connected(served.port, { from: '127.0.0.13' });
      socket.write(lastInSpace({ spaceId, key: `key ${i}` }, ''));
      statuses.push(...statusesIn(await readAll(socket)));
    }
    expect(statuses).toEqual([...Array.from({ length: 40 }, () => 401), ...Array.from({ length: 20 }, () => 429)]);
    expect(statusesIn(await callFrom('127.0.0.13', '/api/health'))).toEqual([200]);
  });

  test('of IPv6 counts by its /64', async () => {
    const look = async (remoteAddress: string) => (await served.app.inject({ url: '/docs', remoteAddress })).statusCode;
    for (let i = 0; i < 40; i += 1) await look('2001:db8:1:2::1');
    expect(await look('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await look('2001:db8:1:3::1')).toBe(200);
  });

  test('is charged each call of a batch', async () => {
    const names = Array.from({ length: 10 }, () => 'health').join(',');
    const inputs = encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i, {}]))));
    const batches = [];
    for (let i = 0; i < 5; i += 1) batches.push(await callFrom('127.0.0.14', `/trpc/${names}?batch=1&input=${inputs}`));
    expect(batches.flatMap(statusesIn)).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('a client', () => {
  test('with an invitation does not use up the limit of the others with the same invitation', async () => {
    const served = await serve({ PARLEY_RATE_LIMIT: '5' });
    onTestFinished(() => served.stop());
    const owner = await openSpace(served);
    const invitation = await invite(served, owner);
    const look = async (from: string) => {
      const socket = await connected(served.port, { from });
      socket.write(lastInSpace(invitation, ''));
      return statusesIn(await readAll(socket))[0];
    };
    const greedy = [];
    for (let i = 0; i < 6; i += 1) greedy.push(await look('127.0.0.21'));
    expect(greedy).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await look('127.0.0.22')).toBe(200);
  });

  test('with a valid key is served even if its address has reached the limit, also after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-restart-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const settings = { PARLEY_RATE_LIMIT: '20', PARLEY_DATA_DIR: folder };
    const first = await serve(settings);
    const owner = await openSpace(first);
    await first.stop();
    const second = await serve(settings);
    onTestFinished(() => second.stop());
    const stranger = { spaceId: crypto.randomUUID(), key: 'none' };
    for (let i = 0; i < 20; i += 1) await ask(second, 'getSpace', stranger);
    expect((await ask(second, 'getSpace', stranger)).status).toBe(429);
    const { status, headers } = await ask(second, 'getSpace', owner);
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, '19']);
  });
});

describe('streams and waiting polls', () => {
  test('429 for the 51st of a key, and a seat is free again when one ends', async () => {
    const served = await serve({ PARLEY_RATE_LIMIT: '1000' });
    onTestFinished(() => served.stop());
    const { owner, crew } = await meeting(served, 1);
    const streams = await Promise.all(Array.from({ length: 49 }, () => openStream(served, owner)));
    onTestFinished(() => streams.forEach((stream) => stream.leave()));
    const poll = ask(served, 'listMessages', owner, { after: 0, wait: 25 });
    await eventually(() => served.parley.admission.seats.taken === 50);
    const refusal = await openStream(served, owner).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refused);
    expect(refusal).toMatchObject({ status: 429, message: expect.stringContaining('rate_limited') });
    expect((await ask(served, 'listMessages', owner, { after: 0, wait: 25 })).status).toBe(429);
    // Callers with another key, and callers who do not wait, are served.
    streams.push(await openStream(served, crew[0]!));
    expect((await ask(served, 'listMessages', owner)).status).toBe(200);
    streams[0]!.leave();
    await eventually(() => served.parley.admission.seats.taken === 50);
    streams.push(await openStream(served, owner));
    await answer(200, served, 'sendMessage', owner, { content: 'wake up' });
    expect((await poll).body.messages).toHaveLength(1);
  });

  test('503 if the server has no seat left', async () => {
    const served = await serve({ PARLEY_MAX_STREAMS: '1' });
    onTestFinished(() => served.stop());
    const owner = await openSpace(served);
    const stream = await openStream(served, owner);
    onTestFinished(() => stream.leave());
    await expect(openStream(served, owner)).rejects.toMatchObject({ status: 503 });
  });
});

describe('a connection', () => {
  let served: Served;
  let owner: Member;
  beforeAll(async () => {
    served = await serve(unlimited);
    owner = await openSpace(served);
  });
  afterAll(() => served.stop());

  test('has at most 16 requests in flight: more are refused, and the connection closes', async () => {
    const socket = await connected(served.port);
    socket.write(inSpace(owner, '/messages').repeat(30));
    const statuses = statusesIn(await readAll(socket));
    expect(statuses.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(statuses.slice(16)).toEqual([429]);
  });

  test('is dropped if it pipelines hundreds of requests, also behind a stream, because their refusals would take memory', async () => {
    const run = vi.spyOn(served.parley.pipeline, 'run');
    onTestFinished(() => run.mockRestore());
    for (const first of ['/messages/stream', '/messages?wait=20&after=1000', '']) {
      const socket = await connected(served.port);
      socket.write(inSpace(owner, first) + inSpace(owner, '').repeat(300));
      await readAll(socket);
    }
    expect(run.mock.calls.length).toBeLessThan(3 * 33);
    await eventually(() => served.parley.admission.seats.taken === 0);
  });

  test('can send any number of requests one after the other', async () => {
    const socket = await connected(served.port);
    let answers = 0;
    const reading = readAll(socket, (text) => (answers = statusesIn(text).length) >= 40 * 2);
    for (let i = 1; i <= 40; i += 1) {
      socket.write(inSpace(owner, '/messages').repeat(2));
      await eventually(() => answers >= 2 * i);
    }
    expect(new Set(statusesIn(await reading))).toEqual(new Set([200]));
  });

  test('is cut if its reader takes nothing, even if it keeps sending', async () => {
    const { answers } = served.parley.admission;
    for (let i = 0; i < 12; i += 1) await createArtifact(served, owner, 'x'.repeat(megabyte));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = await connected(served.port);
    socket.write(inSpace(owner, '/artifact'));
    await eventually(() => answers.held > 0);
    const { bytesWritten } = socket;
    // As long as pieces still arrive, the time begins again.
    await eventually(async () => {
      await sleep(100);
      if (!socket.destroyed) socket.write('\r\n');
      vi.advanceTimersByTime(5_000);
      return answers.held === 0;
    });
    expect(socket.bytesWritten).toBeGreaterThan(bytesWritten);
    expect((await readAll(socket)).length).toBeLessThan(12 * megabyte);
  });

  test('over which nothing moves is cut', () => expect(served.app.server.timeout).toBe(30_000));

  test('that does not finish its headers is closed', () => {
    expect(served.app.server.headersTimeout).toBe(15_000);
  });

  test('that does not finish its headers gets an error, and one that sent nothing is closed without an answer', async () => {
    const { server } = served.app;
    const { headersTimeout } = server;
    const arrived: Socket[] = [];
    const note = (socket: Socket) => void arrived.push(socket);
    server.on('connection', note);
    onTestFinished(() => void server.off('connection', note));
    const [slow, silent] = await Promise.all([connected(served.port), connected(served.port)]);
    slow.write('GET /api/health HTTP/1.1\r\nHost: x\r\n');
    await eventually(() => arrived.length === 2 && arrived.some(({ bytesRead }) => bytesRead > 0));
    server.headersTimeout = 100;
    onTestFinished(() => void (server.headersTimeout = headersTimeout));
    expect(await readAll(silent)).toBe('');
    const told = await readAll(slow);
    expect(statusesIn(told)).toEqual([400]);
    expect(told).toContain('The request took too long to arrive');
  });
});

describe('large answers', () => {
  let served: Served;
  let owner: Member;
  beforeAll(async () => {
    served = await serve({ ...unlimited, PARLEY_MAX_ARTIFACT_BYTES: String(megabyte) });
    owner = await openSpace(served);
    for (let i = 0; i < 20; i += 1) await createArtifact(served, owner, `${i} ${'x'.repeat(megabyte - 10)}`);
  });
  afterAll(() => served.stop());

  test('arrive complete and in order although they are sent in pieces', async () => {
    const { artifacts } = await answer(200, served, 'listArtifacts', owner);
    expect(artifacts.map(({ content }) => content?.slice(0, 3).trim())).toEqual(
      Array.from({ length: 20 }, (_, i) => `${i} x`.slice(0, 3).trim()),
    );
  });

  test('503 with Retry-After if those of an address are not taken; others are served; the memory is free when they disconnect', async () => {
    const { answers } = served.parley.admission;
    const unread = await Promise.all(Array.from({ length: 40 }, () => connected(served.port, { from: '127.0.0.31' })));
    for (const socket of unread) socket.write(inSpace(owner, '/artifact'));
    await eventually(() => answers.held >= 30 * megabyte);
    const refused = await connected(served.port, { from: '127.0.0.31' });
    refused.write(lastInSpace(owner, '/artifact'));
    const text = await readAll(refused);
    expect(statusesIn(text)).toEqual([503]);
    expect(text).toMatch(/^retry-after: 1\r$/im);
    expect(text).toContain('"code":"overloaded"');
    expect((await ask(served, 'listArtifacts', owner)).status).toBe(200);
    expect(answers.held).toBeLessThanOrEqual(32 * megabyte);
    for (const socket of unread) socket.destroy();
    await eventually(() => answers.held === 0);
  });

  test('are refused over tRPC, which cannot send them in pieces', async () => {
    const input = encodeURIComponent(JSON.stringify({ spaceId: owner.spaceId }));
    const response = await fetch(`${served.url}/trpc/listArtifacts?input=${input}`, { headers: { 'x-private-key': owner.key } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('"limit":4194304');
  });
});

test('a context of 300 participants has no line longer than 64 KiB', async () => {
  const served = await serve(unlimited);
  onTestFinished(() => served.stop());
  const owner = await openSpace(served);
  const invitation = await invite(served, owner);
  for (let i = 0; i < 300; i += 1) await joinSpace(served, invitation, `Participant ${i} ${'n'.repeat(60)}`);
  const socket = await connected(served.port);
  socket.write(inSpace(owner, '/messages/stream'));
  const text = await readAll(socket, (text) => /\nevent: context\n[^]*?\n\n/.test(text));
  const [, context = ''] = /\nevent: context\n([^]*?)\n\n/.exec(text) ?? [];
  const lines = context.split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(64 * 1024);
  const data = JSON.parse(lines.map((line) => line.replace(/^data: /, '')).join('\n')) as { participants: object[] };
  expect(data.participants).toHaveLength(301);
});
