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
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { databases, onEmbedded, type Place } from './databases.ts';
import { eventually } from './eventually.ts';
import { serve } from './in-process.ts';
import { rowsOf } from './rows.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
const forEver = { ttl: 2_147_483_647 };
/** Two sweeps of what is kept for days, in real time. */
const sweepsMs = 150_000;

/** Every table with rows of a space. */
const tables = [
  'artifact_contents',
  'artifacts',
  'events',
  'idempotency_records',
  'invitations',
  'memberships',
  'participants',
  'presence',
  'space_heads',
  'spaces',
];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function opened(place: Place, settings: Record<string, string> = {}) {
  const server = await serve({ ...place.settings, ...settings });
  onTestFinished(server.stop);
  return server;
}

const userTokenFrom = async (server: Server, session: string): Promise<string> =>
  (await answer(201, server, 'createApiToken', { session })).token;

/** A space with rows in every table. */
async function fullSpace(server: Server, userToken: string): Promise<Member> {
  const created = await answer(200, server, 'createSpace', { userToken }, { name: 'Bridge', description: '', ...forEver });
  const owner = { spaceId: created.spaceId, id: created.ownerId, key: created.ownerPrivateKey };
  const guest = await join(server, await invite(server, owner));
  await createArtifact(server, guest, '# Plan');
  await answer(200, server, 'sendMessage', guest, { content: 'hello' }, randomUUID());
  return owner;
}

describe.each(databases)('on %s', (_, open) => {
  test('30 days after its end no table has rows of a space, and other spaces are unchanged', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const issuer = await startIssuer();
    onTestFinished(issuer.stop);
    const server = await opened(place, issuer.settings);
    const userToken = await userTokenFrom(server, await issuer.session('ada'));
    const [closed, later, staying] = [
      await fullSpace(server, userToken),
      await fullSpace(server, userToken),
      await fullSpace(server, userToken),
    ];
    const expired = await openSpace(server, { ttl: 60 });
    const statusOf = async (owner: Member) => (await ask(server, 'updateSpace', owner, { name: 'Pier' })).status;

    await answer(200, server, 'closeSpace', closed);
    pass(hour);
    await eventually(async () => (await statusOf(expired)) === 409);
    pass(day);
    await answer(200, server, 'closeSpace', later);
    pass(29 * day);
    for (const gone of [closed, expired]) await eventually(async () => (await statusOf(gone)) === 404, sweepsMs);
    expect([await statusOf(later), await statusOf(staying)]).toEqual([409, 200]);
    expect(await allMessages(server, staying)).toMatchObject([{ content: 'hello' }]);

    await server.stop();
    expect(await rowsOf(place, closed.spaceId)).toEqual({});
    expect(await rowsOf(place, expired.spaceId)).toEqual({});
    // Records of keys have their own sweep, which can be due a little later.
    const lasting = (names: string[]) => names.filter((table) => table !== 'idempotency_records');
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
    await eventually(async () => (await send(early, { content: 'other' })).status === 200, sweepsMs);
    expect(await send(late, { content: 'late' })).toEqual({ ...sent, isReplayed: true });
    const contents = (await allMessages(server, owner)).map(({ content }) => content);
    expect(contents).toEqual(['early', 'late', 'other']);
  });
});

test('a refused client is served again at the announced RateLimit-Reset', async () => {
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
