import { answer, ask, invite, meeting, openSpace, type Member } from '@parley/testing';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databases, onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { Clock, givenWake, publicKey, startSender, waiting } from '../outbox-scene.ts';
import { startPushService } from '../push-service.ts';
import { stopDatabases, stores } from '../stores.ts';

afterAll(stopDatabases);

const on = 'Notifications are on. You will hear when something waits for you here.';
const waits = 'A message waits for you.';
// A service that fails is not given up while a test looks the other way.
const manyTries = Array.from({ length: 1_000 }, () => 0);

describe.each(stores)('the outbox on %s', (_, given) => {
  const scene = async (wish: Parameters<typeof startSender>[1] = {}) => {
    const database = await (await given())();
    const service = await startPushService();
    const sender = startSender(database, wish);
    return { database, service, sender };
  };
  const verified = async (wish: Parameters<typeof startSender>[1] = {}) => {
    const { database, service, sender } = await scene(wish);
    const wake = await givenWake(sender, service.origin, undefined, service.subscription);
    await eventually(async () => (await wake.stateOf()) === 'verified');
    await eventually(async () => (await waiting(database)) === 0);
    return { database, service, sender, wake };
  };

  test('a browser gets encrypted messages from an identified sender: that notifications are on, then one for each delivery', async () => {
    const { database, service, wake } = await verified();
    expect(service.shown()).toEqual([on]);
    await wake.deliver(2);
    await eventually(async () => (await waiting(database)) === 0);
    expect(service.faults).toEqual([]);
    expect(service.shown()).toEqual([on, waits, waits]);
    const { path, headers, sender, message } = service.received[1]!;
    expect(service.origin + path).toBe(service.subscription.endpoint);
    expect(sender).toBe(publicKey);
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
    expect(message).toEqual({
      web_push: 8030,
      notification: {
        title: 'Harbour',
        body: waits,
        navigate: `https://parley.example/room/${wake.spaceId}`,
        tag: `delivery.queued ${wake.spaceId}`,
        silent: false,
        lang: 'en',
      },
    });
    expect(new Set(service.received.slice(1).map((each) => each.headers['topic'])).size).toBe(1);
    expect(await wake.stored()).toMatchObject({ answeredAt: expect.any(Number), lastError: null });
  });

  test.each([404, 410])('%i of the push service removes the address, and what was to be sent to it', async (status) => {
    const { database, service, sender, wake } = await verified();
    service.status = status;
    await wake.deliver(3);
    await eventually(async () => (await wake.stored()) === undefined);
    await eventually(async () => (await waiting(database)) === 0);
    expect(await wake.deliver()).toEqual([]);
    expect(sender.errors).toEqual([]);
  });

  test.each([404, 410])('%i for the first message removes the address too', async (status) => {
    const { database, service, sender } = await scene();
    service.status = status;
    const wake = await givenWake(sender, service.origin, undefined, service.subscription);
    await eventually(async () => (await wake.stored()) === undefined);
    await eventually(async () => (await waiting(database)) === 0);
    expect(service.received).toHaveLength(1);
  });

  test.each([429, 500, 503])('%i is tried again, encrypted anew, and the address stays', async (status) => {
    const { database, service, wake } = await verified({ retryMs: manyTries });
    service.status = status;
    await wake.deliver();
    await eventually(() => service.shown().length >= 3);
    expect((await wake.stored())!.lastError).toBe(`It answered with status ${status}`);
    service.status = 201;
    await eventually(async () => (await waiting(database)) === 0);
    expect(await wake.stored()).toMatchObject({ failingSince: null, lastError: null });
    expect(service.faults).toEqual([]);
    const sent = service.received.slice(1).map(({ encrypted }) => encrypted.toString('hex'));
    expect(new Set(sent).size).toBe(sent.length);
  });

  test.each([
    ['seconds', () => '120', 120_000],
    ['a date', (now: number) => new Date(now + 120_000).toUTCString(), 120_000],
    ['more than an hour', () => '86400', 3_600_000],
  ])(
    'after 429 with Retry-After in %s, the push service is left alone that long, and an hour at most',
    async (_, header, restMs) => {
      const clock = new Clock();
      clock.ms = Math.ceil(clock.ms / 1000) * 1000;
      const { database, service, sender, wake } = await verified({ retryMs: [0, 0, 0], clock });
      Object.assign(service, { status: 429, headers: { 'retry-after': header(clock.ms) } });
      await wake.deliver();
      await eventually(async () => (await wake.stored())!.restsUntil === clock.ms + restMs);
      Object.assign(service, { status: 201, headers: {} });
      clock.ms += restMs - 1;
      // Nothing of another delivery is sent either.
      await wake.deliver();
      const other = await givenWake(sender, service.origin, undefined, service.subscription);
      await eventually(async () => (await other.stateOf()) === 'verified');
      expect(service.shown()).toEqual([on, waits, on]);
      clock.ms += 1;
      sender.outbox.checkSoon();
      await eventually(async () => (await waiting(database)) === 0);
      expect(service.shown()).toEqual([on, waits, on, waits, waits]);
    },
  );

  test('a Retry-After that cannot be read changes nothing', async () => {
    const { database, service } = await verified({ retryMs: manyTries }).then(async (all) => {
      Object.assign(all.service, { status: 503, headers: { 'retry-after': 'soon' } });
      await all.wake.deliver();
      return all;
    });
    await eventually(() => service.shown().length >= 3);
    service.status = 201;
    await eventually(async () => (await waiting(database)) === 0);
  });

  test('a push that a process sent before it died, without recording that, is sent again by another one', async () => {
    const { database, service, wake, sender } = await verified();
    await sender.outbox.close();
    const clock = new Clock();
    const dying = startSender(database, { clock, store: { remove: () => Promise.reject(new Error('killed')) } });
    await wake.deliver(1, dying);
    await eventually(() => dying.errors.length > 0);
    await dying.outbox.close();
    const heir = startSender(database, { clock });
    clock.ms += 60_000;
    heir.outbox.checkSoon();
    await eventually(async () => (await waiting(database)) === 0);
    expect(service.shown()).toEqual([on, waits, waits]);
  });

  test('an endpoint whose name leads to a private address only when it is used gets nothing', async () => {
    const { service, sender } = await scene({ allowsPrivate: false, retryMs: [], resolve: async () => ['127.0.0.1'] });
    const subscription = { ...service.subscription, endpoint: `https://rebound.example:${service.port}/push/1` };
    const wake = await givenWake(sender, 'https://rebound.example', undefined, subscription);
    await eventually(async () => (await wake.stateOf()) === 'disabled');
    expect((await wake.stored())!.lastError).toBe('It must have a public network address');
    expect([...service.received, ...service.faults]).toEqual([]);
  });
});

describe.each(databases)('on %s', (_, open) => {
  let place: Place;
  let served: Served;
  beforeAll(async () => {
    place = await open();
    served = await serve(
      {
        ...place.settings,
        PARLEY_WAKE_PRIVATE: '1',
        PARLEY_LIVE_SECONDS: '1',
        PARLEY_PUBLIC_URL: 'https://parley.example/below',
      },
      undefined,
      { retryMs: [0, 0, 50] },
    );
  });
  afterEach(() => expect(served.complaints).toEqual([]));
  afterAll(async () => {
    await served.stop();
    await place.remove();
  });

  const reachOf = async (viewer: Member, id: string) =>
    (await answer(200, served, 'getSpace', viewer)).participants.find((each) => each.participantId === id)!.reach;

  test('a browser that subscribes is told of deliveries, makes its participant wakeable, and its endpoint is shown to nobody', async () => {
    const service = await startPushService();
    const { owner, crew } = await meeting(served, 1, { name: 'Harbour' });
    const [ada] = crew as [Member];
    const { subscription } = service;
    expect(await answer(200, served, 'putWake', ada, { kind: 'webpush', subscription })).toEqual({});
    await eventually(async () => (await answer(200, served, 'getWake', ada)).state === 'verified');
    const shown = await answer(200, served, 'getWake', ada);
    expect(shown).toMatchObject({ kind: 'webpush', url: service.origin });
    for (const secret of [new URL(subscription.endpoint).pathname, subscription.keys.auth, subscription.keys.p256dh])
      expect(JSON.stringify(shown)).not.toContain(secret);
    expect((await ask(served, 'getWake', owner)).status).toBe(404);

    await answer(200, served, 'sendMessage', owner, { content: 'Confidential', to: [ada.id] });
    await eventually(() => service.shown().length === 2);
    expect(JSON.stringify(service.received.map(({ message }) => message))).not.toContain('Confidential');
    expect(service.received[1]).toMatchObject({
      sender: (await answer(200, served, 'getPushKey', {})).publicKey,
      message: { notification: { title: 'Harbour', body: waits, navigate: `https://parley.example/below/room/${ada.spaceId}` } },
    });
    await eventually(async () => (await reachOf(owner, ada.id)) === 'wakeable');
    expect(await answer(200, served, 'putWake', ada, { kind: 'webpush', subscription })).toEqual({});
    await answer(200, served, 'deleteWake', ada);
    await answer(200, served, 'sendMessage', owner, { content: 'Later', to: [ada.id] });
    expect(service.shown()).toEqual([on, waits]);
    expect(service.faults).toEqual([]);
  });

  test('an owner is told that somebody asks to join; receivers of signals are not', async () => {
    const service = await startPushService();
    const owner = await openSpace(served, { name: 'Harbour', privacy: 'private' });
    await answer(200, served, 'putWake', owner, { kind: 'webpush', subscription: service.subscription });
    await eventually(() => service.shown().length === 1);
    const invitation = await invite(served, owner);
    await answer(202, served, 'joinSpace', invitation, { name: 'Grace' });
    await eventually(() => service.shown().length === 2);
    const { message } = service.received[1]!;
    expect(message).toMatchObject({ notification: { title: 'Harbour', body: 'Somebody asks to join.' } });
    expect(JSON.stringify(message)).not.toContain('Grace');
  });

  test('400 for a subscription that cannot be used, and for what is neither or both', async () => {
    const { subscription } = await startPushService();
    const owner = await openSpace(served);
    const { endpoint, keys } = subscription;
    for (const [field, input] of [
      ['url', {}],
      ['url', { kind: 'webpush' }],
      ['url', { subscription }],
      ['url', { kind: 'webpush', subscription, url: 'https://agent.example/' }],
      ['kind', { kind: 'other', subscription }],
      ['subscription.endpoint', { kind: 'webpush', subscription: { keys, endpoint: 'push.example' } }],
      ['subscription.endpoint', { kind: 'webpush', subscription: { keys, endpoint: 'http://ada@127.0.0.1/' } }],
      [
        'subscription.keys.p256dh',
        { kind: 'webpush', subscription: { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } } },
      ],
      ['subscription.keys.auth', { kind: 'webpush', subscription: { endpoint, keys: { ...keys, auth: 'short' } } }],
    ] as const) {
      const { status, body } = await ask(served, 'putWake', owner, input);
      expect([status, body]).toMatchObject([400, { issues: [{ field }] }]);
      expect(JSON.stringify(body)).not.toContain(keys.auth);
    }
  });
});

test('400 for an endpoint at a private address', async () => {
  const served = await serve({ PARLEY_RATE_LIMIT: '0' });
  onTestFinished(served.stop);
  const owner = await openSpace(served);
  const { subscription } = await startPushService();
  for (const endpoint of [
    subscription.endpoint,
    'https://127.0.0.1/push',
    'https://[::1]/push',
    'https://169.254.169.254/push',
  ]) {
    const { status, body } = await ask(served, 'putWake', owner, {
      kind: 'webpush',
      subscription: { ...subscription, endpoint },
    });
    expect([status, body]).toMatchObject([400, { issues: [{ field: 'subscription.endpoint' }] }]);
  }
});

test('neither the database nor the log contains the secrets of a subscription', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const served = await serve({ ...place.settings, PARLEY_WAKE_PRIVATE: '1' }, undefined, { retryMs: [0, 0, 50] });
  onTestFinished(served.stop);
  const service = await startPushService();
  const { endpoint, keys } = service.subscription;
  const owner = await openSpace(served);
  await answer(200, served, 'putWake', owner, { kind: 'webpush', subscription: service.subscription });
  service.status = 500;
  await eventually(() => service.received.length > 0);
  const dumped = await place.sql(
    `select table_name, query_to_xml(format('select * from %I', table_name), true, false, '')::text as rows
     from information_schema.tables where table_schema = 'public'`,
  );
  const text = JSON.stringify(dumped) + served.complaints.join('');
  expect(text).toContain(service.origin);
  for (const secret of [new URL(endpoint).pathname, keys.auth, keys.p256dh]) expect(text).not.toContain(secret);
});
