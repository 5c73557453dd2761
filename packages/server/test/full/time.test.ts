import { randomUUID } from 'node:crypto';
import {
  allMessages,
  answer,
  ask,
  createArtifact,
  invite,
  join,
  openSpace,
  startIssuer,
  type Input,
  type Member,
  type Server,
} from '@parley/testing';
import { getTableName } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../src/index.ts';
import { databases, onEmbedded, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve } from '../in-process.ts';
import { startReceiver } from '../receiver.ts';
import { rowsOf, tablesOfASpace } from '../rows.ts';
import { stored } from '../uploads.ts';
import { subscribed } from '../webhooks.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
const forEver = { ttl: 2_147_483_647 };
/** Instead of a minute. */
const inside = { sweepMs: 250 };

const tables = tablesOfASpace.map(getTableName);
/** What the end of a space deletes at once, and what has a sweep of its own, which can be due a little later. */
const shortLived = ['wakes', 'signals', 'webhooks', 'idempotency_records', 'file_links'];
/** Refuses connections, so that what is sent there stays in the outbox. */
const nobodysUrl = 'http://127.0.0.1:9/wake';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function opened(place: Place, settings: Record<string, string> = {}) {
  const server = await serve({ ...place.settings, ...settings }, createApp, inside);
  onTestFinished(server.stop);
  return server;
}

const userTokenFrom = async (server: Server, session: string): Promise<string> =>
  (await answer(201, server, 'createApiToken', { session })).token;

/** A space with rows in every table. */
async function fullSpace(server: Server, userToken: string): Promise<Member> {
  const wish = { name: 'Bridge', description: '', agentBudget: 10, ...forEver };
  const created = await answer(200, server, 'createSpace', { userToken }, wish);
  const owner = { spaceId: created.spaceId, id: created.ownerId, key: created.ownerPrivateKey };
  const guest = await join(server, await invite(server, owner));
  const artifactId = await createArtifact(server, guest, '# Plan');
  await answer(200, server, 'putWake', owner, { url: nobodysUrl });
  await subscribed(server, owner, { url: (await startReceiver()).url });
  await answer(200, server, 'sendMessage', guest, { content: 'hello', to: [owner.id] }, randomUUID());
  await answer(200, server, 'createProposal', owner, { artifactId, baseVersion: 1, append: 'Risks' });
  await answer(200, server, 'createComment', owner, { artifactId, version: 1, quote: 'Plan', text: 'Why?' });
  await answer(200, server, 'createTask', owner, { title: 'Check', text: 'All dates' });
  await answer(200, server, 'createDecision', owner, { title: 'Ship it?', text: 'All is green.' });
  await answer(200, server, 'linkFile', owner, { fileId: await stored(server, owner, 'x') });
  return owner;
}

describe.each(databases)('on %s', (_, open) => {
  test('30 days after its end no table has rows of a space, and other spaces are unchanged', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const issuer = await startIssuer();
    onTestFinished(issuer.stop);
    const settings = { ...issuer.settings, PARLEY_WAKE_PRIVATE: '1' };
    let server = await opened(place, settings);
    const userToken = await userTokenFrom(server, await issuer.session('ada'));
    const [closed, later, staying] = [
      await fullSpace(server, userToken),
      await fullSpace(server, userToken),
      await fullSpace(server, userToken),
    ];
    await server.stop();
    for (const { spaceId } of [closed, later, staying]) expect(Object.keys(await rowsOf(place, spaceId))).toEqual(tables);

    server = await opened(place, settings);
    const expired = await openSpace(server, { ttl: 60 });
    const statusOf = async (owner: Member) => (await ask(server, 'updateSpace', owner, { name: 'Pier' })).status;

    await answer(200, server, 'closeSpace', closed);
    pass(hour);
    await eventually(async () => (await statusOf(expired)) === 409);
    pass(day);
    await answer(200, server, 'closeSpace', later);
    pass(29 * day);
    for (const gone of [closed, expired]) await eventually(async () => (await statusOf(gone)) === 404);
    expect([await statusOf(later), await statusOf(staying)]).toEqual([409, 200]);
    expect(await allMessages(server, staying)).toMatchObject([{ content: 'hello' }, { senderId: staying.id }]);

    await server.stop();
    expect(await rowsOf(place, closed.spaceId)).toEqual({});
    expect(await rowsOf(place, expired.spaceId)).toEqual({});
    const lasting = (names: string[]) => names.filter((table) => !shortLived.includes(table));
    for (const kept of [later, staying]) expect(lasting(Object.keys(await rowsOf(place, kept.spaceId)))).toEqual(lasting(tables));
  });

  test('an Idempotency-Key is replayed for 24 hours, and can then be used for another write', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const server = await opened(place);
    const owner = await openSpace(server, forEver);
    const send = async (key: string, input: Input) => {
      const { status, body, headers } = await ask(server, 'sendMessage', owner, input, key);
      return { status, id: body.messageId, isReplayed: headers.has('idempotency-replayed') };
    };
    const [early, late] = [randomUUID(), randomUUID()];
    await send(early, { content: 'early' });
    pass(2 * hour);
    const sent = await send(late, { content: 'late' });
    expect(sent).toMatchObject({ status: 200, isReplayed: false });
    pass(21 * hour);
    expect(await send(early, { content: 'other' })).toMatchObject({ status: 422 });
    pass(2 * hour);
    await eventually(async () => (await send(early, { content: 'other' })).status === 200);
    expect(await send(late, { content: 'late' })).toEqual({ ...sent, isReplayed: true });
    const contents = (await allMessages(server, owner)).map(({ content }) => content);
    expect(contents).toEqual(['early', 'late', 'other']);
  });
});

test('a refused client is served again at the announced RateLimit-Reset', async () => {
  // Limits are counted by a clock that never goes back.
  vi.useFakeTimers({ toFake: ['Date', 'performance'], shouldAdvanceTime: true });
  const pass = (ms: number) => vi.advanceTimersByTime(ms);
  const place = await onEmbedded();
  onTestFinished(place.remove);
  const server = await opened(place, { PARLEY_RATE_LIMIT: '3' });
  const call = async () => {
    const { status, headers } = await fetch(`${server.url}/openapi.json`);
    return { status, remaining: headers.get('ratelimit-remaining'), reset: Number(headers.get('ratelimit-reset')) };
  };
  const { reset } = await call();
  expect(reset).toBeGreaterThan(50);
  pass((reset - 20) * second);
  expect([await call(), await call(), await call(), await call()].map(({ status }) => status)).toEqual([200, 200, 429, 429]);
  const refused = await call();
  expect(refused.reset).toBeGreaterThan(0);
  expect(refused.reset).toBeLessThanOrEqual(20);
  pass(refused.reset * second);
  expect(await call()).toEqual({ status: 200, remaining: '2', reset: 60 });
});
