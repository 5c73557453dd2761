import { setTimeout as sleep } from 'node:timers/promises';
import { paused, resumed } from '@parley/core';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { Unreachable, type Resolve } from '../../src/resources/wakes/outbox/destination.ts';
import { outboxStore } from '../../src/resources/wakes/outbox-queries.ts';
import { eventually } from '../eventually.ts';
import { Clock, givenWake, nextDue, realTime, startSender, waiting, type Sender } from '../outbox-scene.ts';
import { accept, startReceiver, type Reply } from '../receiver.ts';
import { stopDatabases, stores } from '../stores.ts';

afterAll(stopDatabases);

const answering =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end();
  };
const silent: Reply = () => {};

describe.each(stores)('on %s', (_, given) => {
  const verified = async (wish: Parameters<typeof startSender>[1] = {}) => {
    const database = await (await given())();
    const receiver = await startReceiver();
    const sender = startSender(database, wish);
    const wake = await givenWake(sender, receiver.url);
    await eventually(async () => (await wake.stateOf()) === 'verified');
    await eventually(async () => (await waiting(database)) === 0);
    return { database, receiver, sender, wake };
  };

  test('an address is verified by a receiver that echoes the challenge, and each signal arrives once, signed', async () => {
    const { database, receiver, wake } = await verified();
    expect(receiver.received[0]!.body).toEqual({
      type: 'wake.verify',
      spaceId: wake.spaceId,
      participantId: wake.participantId,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const ids = await wake.deliver(3);
    await eventually(async () => (await waiting(database)) === 0);
    expect(receiver.ids('delivery.queued').toSorted()).toEqual(ids.toSorted());
    expect(receiver.received.at(-1)!.body).toEqual({
      type: 'delivery.queued',
      spaceId: wake.spaceId,
      participantId: wake.participantId,
      deliveryId: expect.any(String),
      messageId: expect.any(String),
      sequence: 1,
    });
    receiver.verify(wake.secret);
    expect(await wake.stored()).toMatchObject({ answeredAt: expect.any(Number), failingSince: null, lastError: null });
  });

  test.each<[what: string, reply: Reply, reason: string, timeoutMs?: number]>([
    ['does not echo', answering(200), 'It did not echo the challenge of the verification'],
    ['echoes another challenge', (_, response) => void response.end('{"challenge":"other"}'), 'It did not echo the challenge'],
    ['answers 500', answering(500), 'It answered with status 500'],
    ['redirects', answering(307, { location: 'http://127.0.0.1/' }), 'It answered with a redirect (307), which is not followed'],
    ['never answers', silent, 'It did not answer within 0.3 seconds', 300],
    [
      'answers 10 MB',
      (_, response) => void response.end(Buffer.alloc(10_000_000, 'x')),
      'It did not echo the challenge of the verification',
    ],
    ['never ends its answer', (_, response) => void response.write('{"challenge":'), 'It did not answer within 0.3 seconds', 300],
    ['closes the connection', (_, response) => void response.destroy(), 'The connection to it failed'],
  ])(
    'a receiver that %s stays pending, with the reason, and is disabled after the last try',
    async (_, reply, reason, timeoutMs = 30_000) => {
      const database = await (await given())();
      const receiver = await startReceiver();
      receiver.reply = reply;
      const sender = startSender(database, { retryMs: [0, 0], timeoutMs });
      const wake = await givenWake(sender, receiver.url);
      await eventually(async () => (await wake.stateOf()) === 'disabled');
      await eventually(async () => (await waiting(database)) === 0);
      expect((await wake.stored())!.lastError).toContain(reason);
      // A request can be given up before the receiver reads it.
      await eventually(() => receiver.connections === 3);
      if (timeoutMs > 300) expect(receiver.received).toHaveLength(3);
      expect(new Set(receiver.ids('wake.verify')).size).toBe(1);
      expect(await wake.deliver(2)).toEqual([]);
      expect(sender.errors).toEqual([]);
    },
  );

  test('deliveries that are queued before the verification are signalled after it', async () => {
    const database = await (await given())();
    const receiver = await startReceiver();
    let verify = () => {};
    receiver.reply = (received, response) => void (verify = () => accept(received, response));
    const sender = startSender(database, { timeoutMs: 60_000 });
    const wake = await givenWake(sender, receiver.url);
    const ids = await wake.deliver(2);
    await eventually(() => receiver.received.length === 1);
    receiver.reply = accept;
    verify();
    await eventually(async () => (await waiting(database)) === 0);
    expect(receiver.ids('delivery.queued').toSorted()).toEqual(ids.toSorted());
  });

  test('nothing is sent while the space is paused, whoever has claimed it already, and everything afterwards', async () => {
    const { database, receiver, sender, wake } = await verified({ clock: realTime });
    const pause = (at?: number) =>
      sender.write(wake.spaceId, (state) =>
        at === undefined ? resumed(state, Date.now()) : paused(state, { by: wake.participantId, at }),
      );
    // As if another process had paused it between the claim and the request.
    const isPaused = vi.spyOn(sender.store, 'isPaused').mockResolvedValueOnce(true);
    const [late] = await wake.deliver();
    await eventually(() => isPaused.mock.calls.length > 0);
    await pause(Date.now());
    const ids = [late!, ...(await wake.deliver(3))];
    const asked = isPaused.mock.calls.length;
    await sleep(1_500);
    expect(receiver.ids('delivery.queued')).toEqual([]);
    expect(isPaused.mock.calls.length).toBeLessThanOrEqual(asked + 1);
    await pause();
    await eventually(async () => (await waiting(database)) === 0);
    expect(new Set(receiver.ids('delivery.queued'))).toEqual(new Set(ids));
  });

  test('a receiver that is down for a while gets every signal with the same id, on the schedule', async () => {
    const clock = new Clock();
    const { database, receiver, sender, wake } = await verified({ clock });
    receiver.reply = answering(503);
    const [id] = await wake.deliver();
    for (const [i, seconds] of [5, 30, 120, 600, 3_600, 21_600].entries()) {
      await eventually(async () => (await nextDue(database)) === clock.ms + seconds * 1000);
      clock.ms += seconds * 1000 - 1;
      sender.outbox.checkSoon();
      await sleep(50);
      expect(receiver.ids('delivery.queued')).toHaveLength(i + 1);
      expect((await wake.stored())!.lastError).toBe('It answered with status 503');
      if (seconds === 21_600) receiver.reply = accept;
      clock.ms += 1;
      sender.outbox.checkSoon();
    }
    await eventually(async () => (await waiting(database)) === 0);
    expect(receiver.ids('delivery.queued')).toEqual(Array.from({ length: 7 }, () => id));
    expect(await wake.stored()).toMatchObject({ failingSince: null, lastError: null });
    expect(await wake.stateOf()).toBe('verified');
  });

  test('a signal is discarded after its last try, and the address is disabled after 24 hours without an answer', async () => {
    const clock = new Clock();
    const { database, receiver, sender, wake } = await verified({ clock, retryMs: [0] });
    receiver.reply = answering(500);
    await wake.deliver();
    await eventually(async () => (await waiting(database)) === 0);
    expect(receiver.ids('delivery.queued')).toHaveLength(2);
    expect(await wake.stateOf()).toBe('verified');
    clock.ms += 24 * 3_600_000;
    await wake.deliver(2);
    await eventually(async () => (await wake.stateOf()) === 'disabled');
    await eventually(async () => (await waiting(database)) === 0);
    await sender.outbox.close();
    expect(await wake.deliver()).toEqual([]);
  });

  test('an address that is replaced or whose space ends gets nothing more', async () => {
    const { database, receiver, sender, wake } = await verified();
    receiver.reply = answering(500);
    await wake.deliver(3);
    await eventually(() => receiver.ids('delivery.queued').length > 0);
    expect(await waiting(database)).toBe(3);
    await sender.write(wake.spaceId, (state) => ({ forgotten: { wakes: [...state.wakes.values()] } }));
    expect(await waiting(database)).toBe(0);
    expect(await wake.stored()).toBeUndefined();
  });

  test('a process that dies after it sent a signal, before it recorded that, sends it again with the same id', async () => {
    const { database, receiver, wake, sender } = await verified();
    await sender.outbox.close();
    const clock = new Clock();
    const dying = startSender(database, { clock, store: { remove: () => Promise.reject(new Error('killed')) } });
    const [id] = await wake.deliver(1, dying);
    await eventually(() => dying.errors.length > 0);
    await dying.outbox.close();
    expect(receiver.ids('delivery.queued')).toEqual([id]);
    const heir = startSender(database, { clock });
    await sleep(300);
    expect(receiver.ids('delivery.queued')).toEqual([id]);
    clock.ms += 60_000;
    heir.outbox.checkSoon();
    await eventually(async () => (await waiting(database)) === 0);
    expect(receiver.ids('delivery.queued')).toEqual([id, id]);
    receiver.verify(wake.secret);
  });

  test('a process that stops gives back what it has not finished, so that another one sends it at once', async () => {
    const { database, receiver, wake, sender } = await verified();
    receiver.reply = silent;
    const [id] = await wake.deliver();
    await eventually(() => receiver.ids('delivery.queued').length === 1);
    await sender.outbox.close();
    receiver.reply = accept;
    startSender(database).outbox.checkSoon();
    await eventually(async () => (await waiting(database)) === 0);
    expect(receiver.ids('delivery.queued')).toEqual([id, id]);
    expect((await wake.stored())!.lastError).toBeNull();
  });

  test('one receiver that never answers does not delay another, and gets at most four requests at a time', async () => {
    const { database, receiver: dead, sender, wake } = await verified({ timeoutMs: 20_000 });
    const receiver = await startReceiver();
    const other = await givenWake(sender, receiver.url);
    await eventually(async () => (await other.stateOf()) === 'verified');
    dead.reply = silent;
    await wake.deliver(100);
    const ids = await other.deliver(20);
    await eventually(() => receiver.ids('delivery.queued').length === 20, 15_000);
    expect(receiver.ids('delivery.queued').toSorted()).toEqual(ids.toSorted());
    expect(dead.open.most).toBeLessThanOrEqual(4);
    await eventually(async () => (await waiting(database)) === 100);
  });

  /** Addresses on many ports of one network address, each in its own space. */
  const onManyPorts = async (sender: Sender, count: number, reply: Reply = accept) => {
    const receivers = await Promise.all(Array.from({ length: count }, () => startReceiver(undefined, '127.0.0.9')));
    for (const receiver of receivers) receiver.reply = reply;
    const wakes = [];
    for (const { url } of receivers) wakes.push(await givenWake(sender, url));
    const open = () => receivers.reduce((sum, each) => sum + each.open.now, 0);
    return { receivers, wakes, open };
  };

  test('many ports of one network address that never answer delay nobody else', async () => {
    const { database, receiver, sender, wake } = await verified({ clock: realTime, timeoutMs: 600_000 });
    const { receivers, wakes, open } = await onManyPorts(sender, 24);
    for (const each of wakes) await eventually(async () => (await each.stateOf()) === 'verified');
    await eventually(async () => (await waiting(database)) === 0);
    for (const each of receivers) each.reply = silent;
    for (const each of wakes) await each.deliver(8);
    await eventually(() => open() > 0);
    const ids = await wake.deliver(20);
    await eventually(() => receiver.ids('delivery.queued').length === 20);
    expect(receiver.ids('delivery.queued').toSorted()).toEqual(ids.toSorted());
    const other = await givenWake(sender, (await startReceiver()).url);
    await eventually(async () => (await other.stateOf()) === 'verified');
    expect(open()).toBeGreaterThan(0);
    expect(open()).toBeLessThanOrEqual(5);
  });

  test('many ports of one network address that never answer their verification do not delay the verification of others', async () => {
    const database = await (await given())();
    const sender = startSender(database, { clock: realTime, timeoutMs: 600_000 });
    const { open } = await onManyPorts(sender, 40, silent);
    await eventually(() => open() > 0);
    const receiver = await startReceiver();
    const wake = await givenWake(sender, receiver.url);
    await eventually(async () => (await wake.stateOf()) === 'verified');
    const [id] = await wake.deliver();
    await eventually(() => receiver.ids('delivery.queued').includes(id!));
    expect(open()).toBeGreaterThan(0);
    expect(open()).toBeLessThanOrEqual(2);
  });

  test('names that are never resolved do not delay others, and fail in time', async () => {
    const database = await (await given())();
    const receiver = await startReceiver();
    let most = 0;
    const asked = new Set<string>();
    const resolve: Resolve = (name, signal) => {
      if (name === 'honest.example') return Promise.resolve(['127.0.0.1']);
      asked.add(name);
      most = Math.max(most, asked.size);
      return new Promise((_, reject) => {
        const end = () => {
          asked.delete(name);
          reject(new Unreachable('Its host name could not be resolved'));
        };
        signal.addEventListener('abort', end, { once: true });
      });
    };
    const sender = startSender(database, { clock: realTime, resolve });
    const wake = await givenWake(sender, receiver.url.replace('127.0.0.1', 'honest.example'));
    await eventually(async () => (await wake.stateOf()) === 'verified');
    const stuck = [];
    for (let i = 0; i < 80; i += 1) stuck.push(await givenWake(sender, `http://stuck-${i}.example/`));
    await wake.deliver(3);
    await eventually(() => receiver.ids('delivery.queued').length === 3);
    // Sixteen at a time wait for a name, and the others come back to it later.
    for (const each of stuck) await eventually(async () => (await each.stored())!.lastError !== null, 240_000);
    expect((await stuck[0]!.stored())!.lastError).toBe('Its host name could not be resolved');
    expect(most).toBeLessThanOrEqual(64);
  });

  test('an address that failed gets one request at a time, new deliveries wait for it, and all are sent once it answers', async () => {
    const clock = new Clock();
    const { database, receiver, sender, wake } = await verified({ clock, timeoutMs: 600_000 });
    receiver.reply = answering(503);
    const ids = await wake.deliver(4);
    // Those on their way are due when their lease ends.
    const others = `select count(*)::int from signals where due_ms <> ${clock.ms + 5_000}`;
    const onTheirWay = async () => Number((await database.background.query(others))[0]![0]);
    await eventually(async () => (await onTheirWay()) === 0 && receiver.open.now === 0);
    const tried = receiver.ids('delivery.queued').length;
    ids.push(...(await wake.deliver(20)));
    await sleep(300);
    expect(receiver.ids('delivery.queued')).toHaveLength(tried);
    expect(await nextDue(database)).toBe(clock.ms + 5_000);
    let answer = () => {};
    receiver.reply = (received, response) => {
      answer = () => accept(received, response);
    };
    clock.ms += 5_000;
    sender.outbox.checkSoon();
    await eventually(() => receiver.open.now === 1);
    await sleep(300);
    expect(receiver.ids('delivery.queued')).toHaveLength(tried + 1);
    receiver.reply = accept;
    answer();
    await eventually(() => new Set(receiver.ids('delivery.queued')).size === 24);
    clock.ms += 60_000;
    sender.outbox.checkSoon();
    await eventually(async () => (await waiting(database)) === 0);
    expect(new Set(receiver.ids('delivery.queued'))).toEqual(new Set(ids));
  });

  test('a name with several addresses counts as a trial only of the one that is contacted', async () => {
    const database = await (await given())();
    const [mine, victim] = [await startReceiver(undefined, '127.0.0.9'), await startReceiver()];
    const sender = startSender(database, { trialsPerMinute: 3, resolve: async () => ['127.0.0.9', '127.0.0.1'] });
    for (let i = 0; i < 6; i += 1) await givenWake(sender, `http://both.example:${mine.port}/`);
    await eventually(() => mine.received.length === 3);
    await sleep(300);
    expect(mine.received).toHaveLength(3);
    const honest = await givenWake(sender, victim.url);
    await eventually(async () => (await honest.stateOf()) === 'verified');
  });

  test('a name is called at its next address if the first one cannot be connected to', async () => {
    const database = await (await given())();
    const receiver = await startReceiver();
    const sender = startSender(database, { resolve: async () => ['127.0.0.9', '127.0.0.1'] });
    const wake = await givenWake(sender, receiver.url.replace('127.0.0.1', 'both.example'));
    await eventually(async () => (await wake.stateOf()) === 'verified');
    expect((await wake.stored())!.lastError).toBeNull();
  });

  test('a network address that has not agreed to anything is asked only so often', async () => {
    const database = await (await given())();
    const receiver = await startReceiver();
    const sender = startSender(database, { trialsPerMinute: 3 });
    const wakes = [];
    for (let i = 0; i < 6; i += 1) wakes.push(await givenWake(sender, receiver.url.replace('127.0.0.1', 'localhost')));
    await eventually(() => receiver.received.length === 3);
    await eventually(async () => (await waiting(database)) === 3);
    await sleep(300);
    expect(receiver.received).toHaveLength(3);
    expect(await waiting(database)).toBe(3);
    for (const each of wakes) expect((await each.stored())!.lastError).toBeNull();
  });

  test('the outbox keeps the newest signals of an address, and always its verification', async () => {
    const database = await (await given())();
    const sender = startSender(database);
    const wake = await givenWake(sender, 'http://127.0.0.1:1/');
    await sender.outbox.close();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      sender.clock.ms += 1;
      ids.push(...(await wake.deliver()));
    }
    expect(await outboxStore(database.background).prune(3)).toBe(2);
    const rows = await database.background.query('select signal_id from signals where not is_trial order by created_ms');
    expect(rows.flat()).toEqual(ids.slice(2));
    expect(await waiting(database)).toBe(4);
  });

  test('a space with a long backlog does not hide others', async () => {
    const database = await (await given())();
    const sender = startSender(database);
    await sender.outbox.close();
    const wakes = [await givenWake(sender, 'http://127.0.0.1:1/'), await givenWake(sender, 'http://127.0.0.1:2/')];
    await wakes[0]!.deliver(1_500);
    await wakes[1]!.deliver(1);
    await database.background.query('update signals set is_trial = false, due_ms = created_ms');
    const { claim } = outboxStore(database.background);
    const [now, claimed] = [sender.clock.ms, [] as string[]];
    for (let i = 0; i < 6; i += 1) {
      const spaces = claimed.filter((space) => claimed.filter((each) => each === space).length >= 4);
      const claiming = { now, leaseUntil: now + 60_000, isTrial: false, isQuick: false, limit: 10 };
      const found = await claim({ ...claiming, busy: { spaces, addresses: [] } });
      claimed.push(...found.map(({ spaceId }) => spaceId));
    }
    expect(claimed.filter((space) => space === wakes[0]!.spaceId)).toHaveLength(4);
    expect(claimed.filter((space) => space === wakes[1]!.spaceId)).toHaveLength(2);
  });

  test('a name that leads to a private address only when the request is sent gets nothing', async () => {
    const database = await (await given())();
    const receiver = await startReceiver();
    const sender = startSender(database, { allowsPrivate: false, retryMs: [], resolve: async () => ['127.0.0.1'] });
    const wake = await givenWake(sender, `https://rebound.example:${receiver.port}/`);
    await eventually(async () => (await wake.stateOf()) === 'disabled');
    expect((await wake.stored())!.lastError).toBe('It must have a public network address');
    expect(receiver.received).toEqual([]);
  });
});

test('two processes on PostgreSQL never send the same signal at the same time, and each signal once', async () => {
  const [[, given]] = stores;
  const open = await given();
  const [database, other] = [await open(), await open()];
  const receiver = await startReceiver();
  const senders = [startSender(database), startSender(other)];
  const wake = await givenWake(senders[0]!, receiver.url);
  await eventually(async () => (await wake.stateOf()) === 'verified');
  const inProgress = new Set<string>();
  const held: (() => void)[] = [];
  let twice = 0;
  receiver.reply = (received, response) => {
    if (inProgress.has(received.id)) twice += 1;
    inProgress.add(received.id);
    held.push(() => {
      inProgress.delete(received.id);
      accept(received, response);
    });
    // One process sends at most four at a time, so both are at work.
    if (receiver.open.most >= 8) for (const answer of held.splice(0)) setTimeout(answer, 5);
  };
  const ids = await wake.deliver(200);
  for (const { outbox } of senders) outbox.checkSoon();
  await eventually(async () => (await waiting(database)) === 0);
  expect(twice).toBe(0);
  expect(receiver.ids('delivery.queued').toSorted()).toEqual(ids.toSorted());
});

test('what one process on PostgreSQL learns about a failing address holds for the signals that another one stores', async () => {
  const [[, given]] = stores;
  const open = await given();
  const [database, other] = [await open(), await open()];
  const receiver = await startReceiver();
  const clock = new Clock();
  const [first, second] = [startSender(database, { clock }), startSender(other, { clock })];
  const wake = await givenWake(first, receiver.url);
  await eventually(async () => (await wake.stateOf()) === 'verified');
  receiver.reply = answering(500);
  await second.outbox.close();
  await wake.deliver();
  await eventually(async () => (await nextDue(database)) === clock.ms + 5_000);
  await first.outbox.close();
  const third = startSender(other, { clock });
  await wake.deliver(10, third);
  await sleep(300);
  expect(receiver.ids('delivery.queued')).toHaveLength(1);
  expect(await nextDue(database)).toBe(clock.ms + 5_000);
  receiver.reply = accept;
  clock.ms += 5_000;
  third.outbox.checkSoon();
  await eventually(async () => (await waiting(database)) === 0);
  expect(new Set(receiver.ids('delivery.queued')).size).toBe(11);
});

test('two processes on PostgreSQL serve an honest receiver while many ports of one network address never answer', async () => {
  const [[, given]] = stores;
  const open = await given();
  const senders = [
    startSender(await open(), { clock: realTime, timeoutMs: 600_000 }),
    startSender(await open(), { clock: realTime, timeoutMs: 600_000 }),
  ];
  const receiver = await startReceiver();
  const wake = await givenWake(senders[0]!, receiver.url);
  await eventually(async () => (await wake.stateOf()) === 'verified');
  const hostile = await Promise.all(Array.from({ length: 24 }, () => startReceiver(undefined, '127.0.0.9')));
  const wakes = [];
  for (const { url } of hostile) wakes.push(await givenWake(senders[0]!, url));
  for (const each of wakes) await eventually(async () => (await each.stateOf()) === 'verified');
  for (const each of hostile) each.reply = silent;
  for (const [i, each] of wakes.entries()) await each.deliver(8, senders[i % 2]);
  const isHung = () => hostile.reduce((sum, each) => sum + each.open.now, 0);
  await eventually(() => isHung() > 0);
  const ids = await wake.deliver(20, senders[1]);
  await eventually(() => receiver.ids('delivery.queued').length === 20);
  expect(receiver.ids('delivery.queued').toSorted()).toEqual(ids.toSorted());
  expect(isHung()).toBeLessThanOrEqual(10);
});
