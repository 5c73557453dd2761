import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { answer, ask, meeting, openStream, startServer, type Member, type TestServer } from '@parley/testing';
import { databases, type Place } from '../databases.ts';
import { livesOf } from '../delivery-lives.ts';
import { eventually } from '../eventually.ts';

describe.each(databases)('on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  beforeAll(async () => {
    place = await open();
    server = await startServer(place.settings);
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  const send = (member: Member, input: object, key?: string) =>
    answer(200, server, 'sendMessage', member, { content: 'Hello', ...input }, key);
  const claim = (member: Member, input = {}) => answer(200, server, 'claimDelivery', member, input);
  const claimed = async (member: Member, input = {}) => (await claim(member, input)).delivery!;
  const received = async (member: Member, input = {}) => (await answer(200, server, 'listDeliveries', member, input)).deliveries;
  const sent = (member: Member) => received(member, { role: 'sender', state: 'all' });

  test('a directed message is queued for each addressee, and for nobody else', async () => {
    const { owner, crew } = await meeting(server, 3);
    const [ada, bob, eve] = crew as [Member, Member, Member];
    const { messageId, deliveries } = await send(owner, { to: [ada.id, bob.id] });
    expect(deliveries).toMatchObject([
      { participantId: ada.id, state: 'queued', reach: 'live' },
      { participantId: bob.id, state: 'queued' },
    ]);
    const [delivery] = await received(ada);
    const { messages } = await answer(200, server, 'listMessages', eve);
    const message = messages.find(({ id }) => id === messageId)!;
    expect(message).toMatchObject({ to: [ada.id, bob.id], expects: 'reply' });
    expect(delivery).toMatchObject({ messageId, sequence: message.sequence, senderId: owner.id, expects: 'reply', attempt: 0 });
    expect(await received(eve)).toEqual([]);
    expect(await sent(owner)).toHaveLength(2);
  });

  test('claiming gives the message and a lease, and a reply settles it', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const { messageId } = await send(owner, { content: 'Ready?', to: [ada.id] });
    const { delivery, message } = await claim(ada, { leaseSeconds: 60 });
    expect(message).toMatchObject({ id: messageId, content: 'Ready?' });
    expect(delivery).toMatchObject({ state: 'claimed', attempt: 1, leaseId: expect.any(String) });
    expect(await claim(ada)).toEqual({ delivery: null });
    await send(ada, { content: 'Yes', replyTo: messageId });
    expect(await sent(owner)).toMatchObject([{ state: 'done', outcome: 'replied', attempt: 1 }]);
    expect(await received(ada)).toEqual([]);
  });

  test('a participant can claim a certain one of their deliveries, whatever the order, and none of somebody else', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    await send(owner, { content: 'first', to: [ada.id] });
    const { deliveries } = await send(owner, { content: 'second', to: [ada.id] });
    const { deliveryId } = deliveries[0]!;
    expect(await claim(bob, { deliveryId })).toEqual({ delivery: null });
    expect(await claim(ada, { deliveryId })).toMatchObject({ delivery: { deliveryId }, message: { content: 'second' } });
    expect(await claim(ada, { deliveryId })).toEqual({ delivery: null });
    await answer(200, server, 'settleDelivery', ada, { deliveryId, outcome: 'declined' });
    expect(await claim(ada, { deliveryId })).toEqual({ delivery: null });
    expect(await claim(ada)).toMatchObject({ message: { content: 'first' } });
  });

  test('settling and releasing require the lease in force', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    await send(owner, { to: [ada.id], expects: 'ack' });
    const { deliveryId } = (await received(ada))[0]!;
    const settle = { deliveryId, outcome: 'acknowledged' };
    expect((await answer(409, server, 'settleDelivery', ada, settle)).code).toBe('lease_lost');
    const delivery = await claimed(ada);
    await answer(409, server, 'settleDelivery', ada, { ...settle, leaseId: randomUUID() });
    await answer(409, server, 'renewDelivery', ada, { deliveryId, leaseId: randomUUID() });
    await answer(404, server, 'settleDelivery', owner, settle);
    const renewed = await answer(200, server, 'renewDelivery', ada, {
      deliveryId,
      leaseId: delivery.leaseId,
      leaseSeconds: 3600,
    });
    expect(Date.parse(renewed.leaseExpiresAt)).toBeGreaterThan(Date.parse(delivery.leaseExpiresAt!));
    expect((await received(ada))[0]!.leaseExpiresAt).toBe(renewed.leaseExpiresAt);
    await answer(200, server, 'releaseDelivery', ada, { deliveryId });
    await answer(409, server, 'settleDelivery', ada, { ...settle, leaseId: delivery.leaseId });
    const again = await claimed(ada);
    expect(again).toMatchObject({ deliveryId, attempt: 2 });
    await answer(200, server, 'settleDelivery', ada, {
      ...settle,
      outcome: 'declined',
      note: 'Busy',
      leaseId: again.leaseId,
    });
    expect(await sent(owner)).toMatchObject([{ outcome: 'declined', note: 'Busy' }]);
  });

  test('a delivery that is given back for the fifth time has failed', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    await send(owner, { to: [ada.id] });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const delivery = await claimed(ada);
      expect(delivery.attempt).toBe(attempt);
      await answer(200, server, 'releaseDelivery', ada, { deliveryId: delivery.deliveryId });
    }
    expect(await claim(ada)).toEqual({ delivery: null });
    expect(await sent(owner)).toMatchObject([{ state: 'done', outcome: 'failed', attempt: 5 }]);
  });

  test('a claim acknowledges a delivery of which nothing is expected', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    await send(owner, { to: [ada.id], expects: 'nothing' });
    expect((await claim(ada)).delivery).toMatchObject({ state: 'done', outcome: 'acknowledged' });
  });

  test('the deliveries to a participant who is kicked or leaves expire, and the sender gets the event', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    await send(owner, { to: [ada.id, bob.id] });
    await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
    await answer(200, server, 'leaveSpace', bob);
    expect(await sent(owner)).toMatchObject([{ outcome: 'expired' }, { outcome: 'expired' }]);
    const follow = async () => (await answer(200, server, 'listDeliveries', owner, { role: 'sender' })).deliveries;
    expect(await follow()).toEqual([]);
  });

  test('a space that ends right after a departure with many open deliveries keeps no process busy', async () => {
    const { owner, crew } = await meeting(server, 3);
    const [ada, ...senders] = crew as [Member, ...Member[]];
    await Promise.all(senders.flatMap((each) => Array.from({ length: 100 }, () => send(each, { to: [ada.id] }))));
    await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
    await answer(200, server, 'closeSpace', owner);
    // Departures of other spaces are still recorded.
    const other = await meeting(server, 1);
    const [bob] = other.crew as [Member];
    await send(other.owner, { to: [bob.id] });
    await answer(200, server, 'leaveSpace', bob);
    const stream = await openStream(server, other.owner, { lastEventId: 0 });
    onTestFinished(stream.leave);
    await eventually(() => stream.events.some(({ event, data }) => event === 'delivery' && data['outcome'] === 'expired'));
  });

  test('a muted addressee can claim and settle', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    await send(owner, { to: [ada.id] });
    await answer(200, server, 'muteParticipant', owner, { participantId: ada.id });
    const delivery = await claimed(ada);
    await answer(200, server, 'settleDelivery', ada, { deliveryId: delivery.deliveryId, outcome: 'acknowledged' });
  });

  test('400 for an unknown addressee, oneself, a participant who is gone, and an unknown `replyTo`', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    await answer(200, server, 'leaveSpace', bob);
    for (const id of [randomUUID(), owner.id, bob.id]) {
      const refused = await answer(400, server, 'sendMessage', owner, { content: 'Hello', to: [ada.id, id] });
      expect(refused.issues).toMatchObject([{ field: 'to.1' }]);
    }
    const wrong = [{ replyTo: randomUUID() }, { expects: 'reply' }, { to: [ada.id, ada.id] }, { to: [] }];
    for (const input of wrong) await answer(400, server, 'sendMessage', owner, { content: 'Hello', ...input });
    expect(await received(ada)).toEqual([]);
  });

  test('a retried send queues one delivery, and a retried claim returns the same lease', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const [sendKey, claimKey] = [randomUUID(), randomUUID()];
    const first = await send(owner, { to: [ada.id] }, sendKey);
    expect((await send(owner, { to: [ada.id] }, sendKey)).deliveries).toEqual(first.deliveries);
    const claimed = await answer(200, server, 'claimDelivery', ada, {}, claimKey);
    expect(await answer(200, server, 'claimDelivery', ada, {}, claimKey)).toEqual(claimed);
    expect(await sent(owner)).toHaveLength(1);
  });

  test('a claim that found nothing is decided again when it is retried', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const key = randomUUID();
    expect(await answer(200, server, 'claimDelivery', ada, {}, key)).toEqual({ delivery: null });
    await send(owner, { to: [ada.id] });
    const { delivery } = await answer(200, server, 'claimDelivery', ada, {}, key);
    expect(delivery).toMatchObject({ attempt: 1 });
    expect((await answer(200, server, 'claimDelivery', ada, {}, key)).delivery).toEqual(delivery);
  });

  test('a waiting list returns as soon as a delivery is queued, and not for other events', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    let isBack = false;
    const waiting = received(ada, { wait: 25 }).finally(() => (isBack = true));
    for (let i = 0; i < 5; i += 1) await send(owner, {});
    expect(isBack).toBe(false);
    await send(owner, { to: [ada.id] });
    expect(await waiting).toHaveLength(1);
  });

  test('concurrent claims of one addressee each get another delivery', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    for (let i = 0; i < 40; i += 1) await send(owner, { to: [ada.id] });
    const claims = await Promise.all(Array.from({ length: 60 }, () => ask(server, 'claimDelivery', ada)));
    expect(claims.map(({ status }) => status)).toEqual(claims.map(() => 200));
    const ids = claims.flatMap(({ body }) => body.delivery?.deliveryId ?? []);
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
  });

  test('pages of a sender end with all deliveries of a message', async () => {
    const { owner, crew } = await meeting(server, 3);
    for (let i = 0; i < 2; i += 1) await send(owner, { to: crew.map(({ id }) => id) });
    const page = await answer(200, server, 'listDeliveries', owner, { role: 'sender', limit: 1 });
    expect(page).toMatchObject({ hasMore: true, deliveries: { length: 3 } });
    for (const limit of [1, 3, 4]) {
      const next = await answer(200, server, 'listDeliveries', owner, { role: 'sender', limit, after: page.cursor });
      expect(next).toMatchObject({ hasMore: false, deliveries: { length: 3 } });
    }
  });

  describe('a delivery that is withdrawn', () => {
    test('cannot be claimed, settled, renewed or released any more, and a reply to its message is a plain message', async () => {
      const { owner, crew } = await meeting(server, 1);
      const [ada] = crew as [Member];
      const stream = await openStream(server, ada, { lastEventId: 0 });
      onTestFinished(stream.leave);
      const { messageId } = await send(owner, { to: [ada.id] });
      const { deliveryId, leaseId } = await claimed(ada);
      const key = randomUUID();
      const withdrawn = await answer(200, server, 'withdrawDelivery', owner, { deliveryId }, key);
      expect(withdrawn).toMatchObject({ deliveryId, state: 'done', outcome: 'withdrawn', attempt: 1 });
      expect(withdrawn).not.toHaveProperty('leaseExpiresAt');
      expect(await answer(200, server, 'withdrawDelivery', owner, { deliveryId }, key)).toEqual(withdrawn);
      expect((await answer(409, server, 'withdrawDelivery', owner, { deliveryId })).code).toBe('delivery_ended');
      for (const name of ['renewDelivery', 'settleDelivery', 'releaseDelivery'] as const) {
        const input = { deliveryId, leaseId, ...(name === 'settleDelivery' && { outcome: 'acknowledged' }) };
        expect((await answer(409, server, name, ada, input)).code).toBe('lease_lost');
      }
      await send(ada, { replyTo: messageId });
      expect(await claim(ada)).toEqual({ delivery: null });
      expect(await sent(owner)).toMatchObject([{ outcome: 'withdrawn' }]);
      await eventually(() => stream.events.some(({ event, data }) => event === 'message' && data.replyTo === messageId));
      const moves = livesOf(stream.events).get(deliveryId)!;
      expect(moves.map(({ state, outcome }) => outcome ?? state)).toEqual(['queued', 'claimed', 'withdrawn']);
    });

    test('can be withdrawn by nobody but its sender, who can be muted', async () => {
      const { owner, crew } = await meeting(server, 3);
      const [ada, bob, eve] = crew as [Member, Member, Member];
      await send(bob, { to: [ada.id] });
      const { deliveryId } = (await received(ada))[0]!;
      for (const member of [owner, ada, eve]) {
        expect((await answer(404, server, 'withdrawDelivery', member, { deliveryId })).code).toBe('delivery_not_found');
      }
      await answer(200, server, 'muteParticipant', owner, { participantId: bob.id });
      await answer(200, server, 'withdrawDelivery', bob, { deliveryId });
    });
  });

  describe('when a sender leaves or is kicked', () => {
    test.each(['kickParticipant', 'leaveSpace'] as const)(
      'what it directed has expired at once with %s, claimed or not, and nobody can claim it',
      async (name) => {
        const { owner, crew } = await meeting(server, 2);
        const [ada, troll] = crew as [Member, Member];
        const stream = await openStream(server, owner, { lastEventId: 0 });
        onTestFinished(stream.leave);
        for (let i = 0; i < 20; i += 1) await send(troll, { to: [ada.id], expects: 'ack' });
        const held = await claimed(ada);
        await answer(200, server, 'muteParticipant', owner, { participantId: troll.id });
        expect(await received(ada)).toHaveLength(20);
        const isKick = name === 'kickParticipant';
        await answer(200, server, name, isKick ? owner : troll, isKick ? { participantId: troll.id } : {});
        expect(await claim(ada)).toEqual({ delivery: null });
        expect(await received(ada)).toEqual([]);
        const all = await received(ada, { state: 'all' });
        expect(all.map(({ outcome }) => outcome)).toEqual(Array(20).fill('expired'));
        const { deliveryId, leaseId, messageId } = held;
        await answer(409, server, 'settleDelivery', ada, { deliveryId, leaseId, outcome: 'acknowledged' });
        await answer(409, server, 'renewDelivery', ada, { deliveryId, leaseId });
        await send(ada, { replyTo: messageId });
        const expired = () => [...livesOf(stream.events).values()].flat().filter(({ outcome }) => outcome === 'expired');
        await eventually(() => expired().length === 20);
        expect(await received(ada, { state: 'all' })).toEqual(all);
        await send(owner, { content: 'End' });
        await eventually(() => stream.events.some(({ event, data }) => event === 'message' && data.content === 'End'));
        expect(expired()).toHaveLength(20);
      },
    );
  });

  describe('the claims of an addressee', () => {
    const contents = async (member: Member, count: number) => {
      const all: string[] = [];
      for (let i = 0; i < count; i += 1) all.push((await claim(member)).message.content);
      return all.join(' ');
    };

    test('take turns between the senders, and take the oldest of each', async () => {
      const { owner, crew } = await meeting(server, 3);
      const [ada, troll, bob] = crew as [Member, Member, Member];
      for (let i = 1; i <= 40; i += 1) await send(troll, { content: `t${i}`, to: [ada.id] });
      for (let i = 1; i <= 2; i += 1) await send(bob, { content: `b${i}`, to: [ada.id] });
      await send(owner, { content: 'o1', to: [ada.id] });
      expect(await contents(ada, 6)).toBe('t1 b1 o1 t2 b2 t3');
      await send(owner, { content: 'o2', to: [ada.id] });
      expect(await contents(ada, 2)).toBe('o2 t4');
      const page = await received(ada, { state: 'queued', limit: 2 });
      expect(page.map(({ sequence }) => sequence)).toEqual(page.map(({ sequence }) => sequence).toSorted((a, b) => a - b));
    });

    test('serve a sender of before in its turn, not after newcomers who flood', async () => {
      const { owner, crew } = await meeting(server, 21);
      const [ada, ...crowd] = crew as [Member, ...Member[]];
      await send(owner, { content: 'o1', to: [ada.id] });
      expect(await contents(ada, 1)).toBe('o1');
      for (const each of crowd) await send(each, { content: 'flood', to: [ada.id] });
      await send(owner, { content: 'o2', to: [ada.id] });
      expect(await contents(ada, 2)).toBe('o2 flood');
    });

    test('queue one that was given back behind the other senders', async () => {
      const { owner, crew } = await meeting(server, 2);
      const [ada, bob] = crew as [Member, Member];
      await send(owner, { content: 'o1', to: [ada.id] });
      await send(bob, { content: 'b1', to: [ada.id] });
      const { delivery } = await claim(ada);
      await answer(200, server, 'releaseDelivery', ada, { deliveryId: delivery!.deliveryId });
      expect(await contents(ada, 2)).toBe('b1 o1');
    });
  });

  describe('at most 100 deliveries of a sender to an addressee are open', () => {
    const direct = (member: Member, to: Member) => ask(server, 'sendMessage', member, { content: 'Hello', to: [to.id] });

    test('409 `limit_reached` beyond, however many are sent at the same time; claimed ones count', async () => {
      const { owner, crew } = await meeting(server, 2);
      const [ada, bob] = crew as [Member, Member];
      for (let round = 0; round < 2; round += 1) {
        const all = await Promise.all(Array.from({ length: 80 }, () => direct(owner, ada)));
        expect(all.filter(({ status }) => status === 200)).toHaveLength(round === 0 ? 80 : 20);
        for (const { status, body } of all.filter((each) => each.status !== 200)) {
          expect([status, body.code]).toEqual([409, 'limit_reached']);
        }
      }
      for (let i = 0; i < 3; i += 1) await claimed(ada);
      const refused = await ask(server, 'sendMessage', owner, { content: 'Hello', to: [bob.id, ada.id] });
      expect(refused).toMatchObject({ status: 409, body: { issues: [{ field: 'to.1', limit: 100, actual: 101 }] } });
      expect(await received(bob)).toEqual([]);
      expect((await direct(owner, bob)).status).toBe(200);
      expect((await direct(bob, ada)).status).toBe(200);
      await send(owner, { content: 'Hello, all' });
      const open = await received(owner, { role: 'sender', limit: 1_000 });
      expect(open.filter(({ participantId }) => participantId === ada.id)).toHaveLength(100);
    });

    test('one more is possible as soon as one has ended: settled, replied to or withdrawn', async () => {
      const { owner, crew } = await meeting(server, 1);
      const [ada] = crew as [Member];
      await Promise.all(Array.from({ length: 100 }, () => direct(owner, ada)));
      const ends = [
        async () =>
          answer(200, server, 'settleDelivery', ada, { deliveryId: (await claimed(ada)).deliveryId, outcome: 'declined' }),
        async () => send(ada, { replyTo: (await received(ada))[0]!.messageId }),
        async () => answer(200, server, 'withdrawDelivery', owner, { deliveryId: (await received(ada))[0]!.deliveryId }),
      ];
      for (const end of ends) {
        expect((await direct(owner, ada)).status).toBe(409);
        await end();
        expect((await direct(owner, ada)).status).toBe(200);
      }
    });
  });
});
