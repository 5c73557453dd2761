import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { answer, ask, meeting, openStream, startServer, type Member, type TestServer } from '@parley/testing';
import { databases, type Place } from './databases.ts';
import { eventually } from './eventually.ts';

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
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    await Promise.all(Array.from({ length: 200 }, () => send(owner, { to: [ada.id] })));
    await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
    await answer(200, server, 'closeSpace', owner);
    // Departures of other spaces are still recorded.
    const other = await meeting(server, 1);
    const [bob] = other.crew as [Member];
    await send(other.owner, { to: [bob.id] });
    await answer(200, server, 'leaveSpace', bob);
    const stream = await openStream(server, other.owner, { lastEventId: 0 });
    onTestFinished(stream.leave);
    await eventually(
      () => stream.events.some(({ event, data }) => event === 'delivery' && data['outcome'] === 'expired'),
      10_000,
    );
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
});
