import { randomUUID } from 'node:crypto';
import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { addition, additions, promise } from '../runner/promises.ts';
import { admitted, ask, claim, directed, everybody, invite, join, openSpace, say, type Member } from '../scenes.ts';
import { call, covers, type Input } from '../wire/call.ts';
import { openStream, type Stream } from '../wire/stream.ts';

const received = async (member: Member, input: Input = {}) =>
  (await covers('listDeliveries', 200, member, input)).body.deliveries;
const sent = (member: Member, input: Input = {}) => received(member, { role: 'sender', state: 'all', ...input });
const claimsNothing = async (member: Member) =>
  expect((await covers('claimDelivery', 200, member)).body).toEqual({ delivery: null });
const movesOf = (stream: Stream) => stream.all('delivery').map(({ state, outcome, attempt }) => `${outcome ?? state} ${attempt}`);

additions('a directed message', () => {
  promise('200 with a queued delivery for each addressee', async () => {
    const { owner, guest } = await everybody();
    const other = await join(owner);
    const { body } = await covers('sendMessage', 200, owner, { content: 'Ready?', to: [guest.id, other.id] });
    expect(body.deliveries).toMatchObject([
      { participantId: guest.id, state: 'queued', reach: 'live' },
      { participantId: other.id, state: 'queued', reach: 'live' },
    ]);
    const [first, second] = await sent(owner);
    expect([first!.deliveryId, second!.deliveryId].toSorted()).toEqual(
      body.deliveries!.map((each) => each.deliveryId).toSorted(),
    );
    for (const each of [first, second]) {
      expect(each).toMatchObject({
        messageId: body.messageId,
        senderId: owner.id,
        state: 'queued',
        expects: 'reply',
        attempt: 0,
      });
    }
  });

  promise('is visible to everyone, with `to`, `replyTo` and `expects`; other messages have none of them', async () => {
    const { owner, guest } = await everybody();
    const witness = await join(owner);
    const question = await say(owner, 'Ready?', { to: [guest.id], expects: 'ack' });
    await say(guest, 'Yes', { replyTo: question, to: [owner.id] });
    await say(guest, 'Anyone else?');
    const { messages } = (await covers('listMessages', 200, witness)).body;
    expect(messages).toMatchObject([
      { to: [guest.id], expects: 'ack' },
      { to: [owner.id], replyTo: question, expects: 'reply' },
      { content: 'Anyone else?' },
    ]);
    expect(messages[0]).not.toHaveProperty('replyTo');
    for (const field of ['to', 'replyTo', 'expects']) expect(messages[2]).not.toHaveProperty(field);
  });

  promise('can be directed to 50 participants at most: 400, and nothing is sent', async () => {
    const { owner, guest } = await everybody();
    const [kicked, left] = [await join(owner), await join(owner)];
    await covers('kickParticipant', 200, owner, { participantId: kicked.id });
    await covers('leaveSpace', 200, left);
    const refused = [[], [guest.id, guest.id], Array.from({ length: 51 }, () => randomUUID()), 'everyone', ['everyone']];
    for (const to of refused) await covers('sendMessage', 400, owner, { content: 'Hello', to });
    for (const id of [randomUUID(), kicked.id, left.id, owner.id]) {
      const { body } = await covers('sendMessage', 400, owner, { content: 'Hello', to: [guest.id, id] });
      expect(body.issues).toMatchObject([{ field: 'to.1' }]);
    }
    expect((await covers('listMessages', 200, owner)).body.messages).toEqual([]);
    expect(await received(guest)).toEqual([]);
  });

  promise('400 for a participant who has not used their key, whose id nobody else may learn', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const waiting = await ask(await invite(owner));
    await covers('sendMessage', 400, owner, { content: 'Hello', to: [waiting] });
    const guest = await admitted(owner);
    await covers('sendMessage', 400, owner, { content: 'Hello', to: [guest.id] });
    await covers('listMessages', 200, guest);
    await covers('sendMessage', 200, owner, { content: 'Hello', to: [guest.id] });
  });

  promise('400 with an unknown `replyTo`, one of another space, and `expects` without `to`', async () => {
    const { owner } = await everybody();
    const elsewhere = await say(await openSpace(), 'Hello');
    for (const input of [{ replyTo: randomUUID() }, { replyTo: elsewhere }, { replyTo: 'first' }, { expects: 'ack' }]) {
      await covers('sendMessage', 400, owner, { content: 'Hello', ...input });
    }
    await covers('sendMessage', 400, owner, { content: 'Hello', to: [owner.id], expects: 'silence' });
  });
});

additions('a reply', () => {
  promise('reaches who asked as a delivery that expects nothing, also when they were not there', async () => {
    const { owner, guest } = await everybody();
    const question = await say(owner, 'Ready?', { to: [guest.id] });
    await claim(guest);
    const reply = await say(guest, 'Yes', { replyTo: question });
    expect(await received(owner)).toMatchObject([{ messageId: reply, senderId: guest.id, expects: 'nothing', state: 'queued' }]);
    const { body } = await covers('claimDelivery', 200, owner);
    expect(body).toMatchObject({ delivery: { outcome: 'acknowledged' }, message: { id: reply, content: 'Yes' } });
    expect(body.message).not.toHaveProperty('to');
    await claimsNothing(owner);
    await claimsNothing(guest);
  });

  promise('reaches who asked once, when it is directed to them itself', async () => {
    const { owner, guest } = await everybody();
    const question = await say(owner, 'Ready?', { to: [guest.id] });
    await say(guest, 'Yes, and you?', { replyTo: question, to: [owner.id], expects: 'ack' });
    expect(await received(owner)).toMatchObject([{ expects: 'ack' }]);
  });

  promise('makes no delivery if none was expected, or if the question has ended', async () => {
    const { owner, guest } = await everybody();
    for (const expects of ['ack', 'nothing']) {
      const told = await say(owner, 'Done', { to: [guest.id], expects });
      await say(guest, 'Fine', { replyTo: told });
    }
    const question = await say(owner, 'Ready?', { to: [guest.id] });
    for (const answer of ['Yes', 'By the way']) await say(guest, answer, { replyTo: question });
    expect(await received(owner)).toMatchObject([{ expects: 'nothing' }]);
  });

  promise('to a reply makes no delivery, however long the chain is', async () => {
    const { owner, guest } = await everybody();
    let last = await say(owner, 'Ready?', { to: [guest.id] });
    for (let i = 0; i < 6; i += 1) last = await say(i % 2 ? owner : guest, 'And you?', { replyTo: last });
    expect(await received(owner, { state: 'all' })).toMatchObject([{ outcome: 'replied' }]);
    expect(await received(guest, { state: 'all' })).toMatchObject([{ outcome: 'replied' }]);
  });
});

additions('listDeliveries', () => {
  promise('lists what the caller received or sent, oldest first, and nothing of others', async () => {
    const { owner, guest } = await everybody();
    const [witness, first, second] = [await join(owner), await directed(owner, guest), await directed(owner, guest)];
    const idsOf = async (...list: Parameters<typeof received>) => (await received(...list)).map(({ deliveryId }) => deliveryId);
    expect(await idsOf(guest)).toEqual([first, second]);
    expect(await idsOf(owner, { role: 'sender' })).toEqual([first, second]);
    for (const other of [owner, witness]) expect(await idsOf(other, { state: 'all' })).toEqual([]);
    expect(await sent(witness)).toEqual([]);
  });

  promise('lists `queued`, `open` or `all`; `open` by default', async () => {
    const { owner, guest } = await everybody();
    for (let i = 0; i < 3; i += 1) await directed(owner, guest);
    const done = await claim(guest);
    await covers('settleDelivery', 200, guest, { deliveryId: done.deliveryId, outcome: 'acknowledged' });
    await claim(guest);
    const statesOf = async (input: Input) => (await received(guest, input)).map(({ state }) => state);
    expect(await statesOf({ state: 'queued' })).toEqual(['queued']);
    expect(await statesOf({})).toEqual(['claimed', 'queued']);
    expect(await statesOf({ state: 'all' })).toEqual(['done', 'claimed', 'queued']);
  });

  promise('ends a page with all deliveries of a message, sets `hasMore`, and continues by `cursor`', async () => {
    const { owner, guest } = await everybody();
    const to = [guest.id, (await join(owner)).id];
    for (let i = 0; i < 2; i += 1) await say(owner, 'Hello', { to });
    const page = async (input: Input) => (await covers('listDeliveries', 200, owner, { role: 'sender', ...input })).body;
    const first = await page({ limit: 1 });
    expect([first.deliveries.length, first.hasMore]).toEqual([2, true]);
    const second = await page({ limit: 2, after: first.cursor });
    expect([second.deliveries.length, second.hasMore]).toEqual([2, false]);
    expect(await page({ after: second.cursor })).toMatchObject({ deliveries: [], hasMore: false, cursor: second.cursor });
  });

  promise('waits for a delivery, not for other events', async () => {
    const { owner, guest } = await everybody();
    const waiting = received(guest, { wait: 25 });
    await say(owner, 'Hello, all');
    const deliveryId = await directed(owner, guest);
    expect(await waiting).toMatchObject([{ deliveryId, state: 'queued' }]);
  });

  promise('returns an empty page if no delivery comes', async () => {
    const { guest } = await everybody();
    expect(await received(guest, { wait: 1 })).toEqual([]);
  });

  promise.each([[{ role: 'owner' }], [{ state: 'done' }], [{ limit: 0 }], [{ limit: 1001 }], [{ wait: 26 }], [{ after: -1 }]])(
    '400 with %j',
    async (input) => {
      await covers('listDeliveries', 400, await openSpace(), input);
    },
  );
});

additions('claimDelivery', () => {
  promise('200 with the oldest queued delivery, its lease and its message, then the next', async () => {
    const { owner, guest } = await everybody();
    const ids = [await directed(owner, guest, { content: 'One' }), await directed(owner, guest, { content: 'Two' })];
    for (const [i, content] of ['One', 'Two'].entries()) {
      const { body } = await covers('claimDelivery', 200, guest, { leaseSeconds: 60 });
      expect(body.delivery).toMatchObject({ deliveryId: ids[i], state: 'claimed', attempt: 1 });
      const { messageId: id, sequence } = body.delivery!;
      expect(body.message).toMatchObject({ content, to: [guest.id], id, sequence });
      const rest = Date.parse(body.delivery!.leaseExpiresAt!) - Date.parse(body.delivery!.createdAt);
      expect(rest).toBeGreaterThan(59_000);
    }
    await claimsNothing(guest);
    await claimsNothing(owner);
  });

  promise('200 with a certain delivery, whatever the order, and with none of others or one that is not queued', async () => {
    const { owner, guest } = await everybody();
    const [first, deliveryId] = [await directed(owner, guest), await directed(owner, guest)];
    const finds = async (member: Member, found: object | null) =>
      expect((await covers('claimDelivery', 200, member, { deliveryId })).body).toMatchObject({ delivery: found });
    await finds(await join(owner), null);
    await finds(guest, { deliveryId });
    await finds(guest, null);
    await covers('settleDelivery', 200, guest, { deliveryId, outcome: 'declined' });
    await finds(guest, null);
    expect(await claim(guest)).toMatchObject({ deliveryId: first });
  });

  promise('200 and acknowledged if the sender expects nothing', async () => {
    const { owner, guest } = await everybody();
    await directed(owner, guest, { expects: 'nothing' });
    const { body } = await covers('claimDelivery', 200, guest);
    expect(body.delivery).toMatchObject({ state: 'done', outcome: 'acknowledged' });
    for (const field of ['leaseId', 'leaseExpiresAt']) expect(body.delivery).not.toHaveProperty(field);
    expect(body.message).toMatchObject({ content: 'Ready?' });
  });

  promise('gives concurrent claims different deliveries', async () => {
    const { owner, guest } = await everybody();
    for (let i = 0; i < 6; i += 1) await directed(owner, guest);
    const claims = await Promise.all(Array.from({ length: 10 }, () => call('claimDelivery', guest, {})));
    expect(claims.map(({ status }) => status)).toEqual(claims.map(() => 200));
    const ids = claims.flatMap(({ body }) => (body as { delivery: { deliveryId: string } | null }).delivery?.deliveryId ?? []);
    expect([ids.length, new Set(ids).size]).toEqual([6, 6]);
  });

  promise('works while the addressee is muted, and so does settling', async () => {
    const { owner, guest } = await everybody();
    await directed(owner, guest);
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    const { deliveryId } = await claim(guest);
    await covers('settleDelivery', 200, guest, { deliveryId, outcome: 'declined', note: 'Muted' });
    expect(await sent(owner)).toMatchObject([{ outcome: 'declined', note: 'Muted' }]);
  });

  promise.each([[{ leaseSeconds: 9 }], [{ leaseSeconds: 3_601 }], [{ leaseSeconds: 'long' }]])('400 with %j', async (input) => {
    await covers('claimDelivery', 400, await openSpace(), input);
  });
});

const withLease = {
  renewDelivery: {},
  settleDelivery: { outcome: 'acknowledged' },
  releaseDelivery: {},
} as const satisfies Record<string, Input>;
const names = Object.keys(withLease) as (keyof typeof withLease)[];

additions('a lease', () => {
  promise.each(names)('200 for %s with or without the id of the lease in force', async (name) => {
    const { owner, guest } = await everybody();
    for (const showsLease of [true, false]) {
      await directed(owner, guest);
      const { deliveryId, leaseId } = await claim(guest);
      await covers(name, 200, guest, { deliveryId, ...withLease[name], ...(showsLease && { leaseId }) });
      if (name === 'releaseDelivery')
        await covers('settleDelivery', 200, guest, { ...(await claim(guest)), outcome: 'declined' });
    }
  });

  promise.each(names)('409 `lease_lost` for %s if it is not claimed, has ended, or the lease is another', async (name) => {
    const { owner, guest } = await everybody();
    const deliveryId = await directed(owner, guest);
    const isLost = async (leaseId?: string) => {
      const { body } = await covers(name, 409, guest, { deliveryId, ...withLease[name], leaseId });
      expect(body.code).toBe('lease_lost');
    };
    await isLost();
    const { leaseId } = await claim(guest);
    await isLost(randomUUID());
    await covers('releaseDelivery', 200, guest, { deliveryId });
    await isLost(leaseId);
    await claim(guest);
    await isLost(leaseId);
    await covers('settleDelivery', 200, guest, { deliveryId, outcome: 'acknowledged' });
    await isLost();
    expect(await sent(owner)).toMatchObject([{ outcome: 'acknowledged', attempt: 2 }]);
  });

  promise.each(names)('404 for %s of an unknown delivery, and for everyone except the addressee', async (name) => {
    const { owner, guest } = await everybody();
    const deliveryId = await directed(guest, await join(owner));
    for (const caller of [owner, guest]) {
      for (const id of [deliveryId, randomUUID()]) {
        const { body } = await covers(name, 404, caller, { deliveryId: id, ...withLease[name] });
        expect(body.code).toBe('delivery_not_found');
      }
    }
  });

  promise.each([
    ['renewDelivery', { leaseSeconds: 9 }],
    ['renewDelivery', { leaseId: 'mine' }],
    ['settleDelivery', { outcome: 'replied' }],
    ['settleDelivery', {}],
    ['settleDelivery', { outcome: 'declined', note: 'x'.repeat(501) }],
    ['releaseDelivery', { leaseId: 'mine' }],
  ] as const)('400 for %s with %j', async (name, input) => {
    const { owner, guest } = await everybody();
    await covers(name, 400, guest, { deliveryId: await directed(owner, guest), ...input });
  });

  promise('lasts as long as requested, from the renewal', async () => {
    const { owner, guest } = await everybody();
    await directed(owner, guest);
    const before = await claim(guest, { leaseSeconds: 60 });
    const { body } = await covers('renewDelivery', 200, guest, { deliveryId: before.deliveryId, leaseSeconds: 3_600 });
    expect(body).toMatchObject({ leaseId: before.leaseId, attempt: 1 });
    expect(Date.parse(body.leaseExpiresAt!) - Date.parse(before.leaseExpiresAt!)).toBeGreaterThanOrEqual(3_540_000);
  });

  promise('is shown to its holder only', async () => {
    const { owner, guest } = await everybody();
    await directed(owner, guest);
    const { leaseExpiresAt } = await claim(guest);
    for (const [delivery] of [await received(guest), await sent(owner)]) {
      expect(delivery).toMatchObject({ state: 'claimed', leaseExpiresAt });
      expect(delivery).not.toHaveProperty('leaseId');
    }
  });

  promise('that has expired cannot settle; the delivery is queued again, and the sender gets the event', async () => {
    const { owner, guest } = await everybody();
    const stream = await openStream(owner);
    await directed(owner, guest);
    const { deliveryId, leaseId } = await claim(guest, { leaseSeconds: 10 });
    await eventually(async () => (await received(guest, { state: 'queued' })).length === 1, 40_000);
    const { body } = await covers('settleDelivery', 409, guest, { deliveryId, leaseId, outcome: 'acknowledged' });
    expect(body.code).toBe('lease_lost');
    await stream.first('delivery', ({ state, attempt }) => state === 'queued' && attempt === 1);
    expect(await claim(guest)).toMatchObject({ deliveryId, attempt: 2 });
  });
});

additions('withdrawDelivery', () => {
  promise.each([['queued'], ['claimed']])(
    '200 for one that is %s: it ends, with its lease, and the addressee gets the event',
    async (state) => {
      const { owner, guest } = await everybody();
      const stream = await openStream(guest);
      const deliveryId = await directed(owner, guest);
      if (state === 'claimed') await claim(guest);
      const { body } = await covers('withdrawDelivery', 200, owner, { deliveryId });
      expect(body).toMatchObject({ deliveryId, state: 'done', outcome: 'withdrawn' });
      expect(body).not.toHaveProperty('leaseExpiresAt');
      await claimsNothing(guest);
      for (const name of names) await covers(name, 409, guest, { deliveryId, ...withLease[name] });
      expect((await covers('withdrawDelivery', 409, owner, { deliveryId })).body.code).toBe('delivery_ended');
      await stream.first('delivery', ({ outcome }) => outcome === 'withdrawn');
      await say(guest, 'Too late', { replyTo: body.messageId });
      expect(await sent(owner)).toMatchObject([{ outcome: 'withdrawn' }]);
      expect((await covers('listMessages', 200, guest)).body.messages).toMatchObject([
        { content: 'Ready?' },
        { content: 'Too late' },
      ]);
    },
  );

  promise('200 for a muted sender', async () => {
    const { owner, guest } = await everybody();
    const deliveryId = await directed(guest, owner);
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('withdrawDelivery', 200, guest, { deliveryId });
  });

  promise('409 `delivery_ended` for one that has an outcome', async () => {
    const { owner, guest } = await everybody();
    const deliveryId = await directed(owner, guest);
    await claim(guest);
    await covers('settleDelivery', 200, guest, { deliveryId, outcome: 'declined' });
    const { body } = await covers('withdrawDelivery', 409, owner, { deliveryId });
    expect(body.code).toBe('delivery_ended');
    expect(await sent(owner)).toMatchObject([{ outcome: 'declined' }]);
  });

  promise('404 for an unknown delivery, and for everyone except the sender', async () => {
    const { owner, guest } = await everybody();
    const addressee = await join(owner);
    const deliveryId = await directed(guest, addressee);
    for (const [caller, id] of [
      [owner, deliveryId],
      [addressee, deliveryId],
      [guest, randomUUID()],
      [guest, 'first'],
    ] as const) {
      const { body } = await covers('withdrawDelivery', 404, caller, { deliveryId: id });
      expect(body.code).toBe('delivery_not_found');
    }
  });
});

additions('a delivery', () => {
  promise('has failed when it is given back for the fifth time', async () => {
    const { owner, guest } = await everybody();
    const stream = await openStream(owner);
    const deliveryId = await directed(owner, guest);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await claim(guest)).toMatchObject({ deliveryId, attempt });
      await covers('releaseDelivery', 200, guest, { deliveryId });
    }
    await claimsNothing(guest);
    expect(await sent(owner)).toMatchObject([{ state: 'done', outcome: 'failed', attempt: 5 }]);
    await stream.first('delivery', ({ outcome }) => outcome === 'failed');
    const returned = [1, 2, 3, 4].flatMap((attempt) => [`queued ${attempt}`, `claimed ${attempt + 1}`]);
    expect(movesOf(stream)).toEqual(['queued 0', 'claimed 1', ...returned, 'failed 5']);
  });

  promise.each([['claimed'], ['queued']])('that is %s ends with a reply of its addressee', async (state) => {
    const { owner, guest } = await everybody();
    const replyTo = await say(owner, 'Ready?', { to: [guest.id] });
    if (state === 'claimed') await claim(guest);
    await say(await join(owner), 'I am', { replyTo });
    expect(await sent(owner)).toMatchObject([{ state }]);
    await say(guest, 'Yes', { replyTo });
    expect(await sent(owner)).toMatchObject([{ state: 'done', outcome: 'replied' }]);
    await say(guest, 'Still', { replyTo });
    expect(await sent(owner)).toMatchObject([{ state: 'done', outcome: 'replied' }]);
  });

  promise.each([['kickParticipant'], ['leaveSpace']] as const)('expires with %s, and the sender gets the event', async (name) => {
    const { owner, guest } = await everybody();
    const stream = await openStream(owner);
    for (let i = 0; i < 2; i += 1) await directed(owner, guest);
    await claim(guest);
    await covers(name, 200, name === 'leaveSpace' ? guest : owner, name === 'leaveSpace' ? {} : { participantId: guest.id });
    expect(await sent(owner)).toMatchObject([{ outcome: 'expired' }, { outcome: 'expired' }]);
    await eventually(() => stream.all('delivery').filter(({ outcome }) => outcome === 'expired').length === 2);
  });

  promise.each([['kickParticipant'], ['leaveSpace']] as const)(
    'of a sender expires with %s of the sender, at once',
    async (name) => {
      const { owner, guest } = await everybody();
      const addressee = await join(owner);
      const stream = await openStream(addressee);
      for (let i = 0; i < 2; i += 1) await directed(guest, addressee);
      const { deliveryId } = await claim(addressee);
      await covers(name, 200, name === 'leaveSpace' ? guest : owner, name === 'leaveSpace' ? {} : { participantId: guest.id });
      await claimsNothing(addressee);
      await covers('settleDelivery', 409, addressee, { deliveryId, outcome: 'acknowledged' });
      expect(await received(addressee)).toEqual([]);
      expect(await received(addressee, { state: 'all' })).toMatchObject([{ outcome: 'expired' }, { outcome: 'expired' }]);
      await eventually(() => stream.all('delivery').filter(({ outcome }) => outcome === 'expired').length === 2);
    },
  );

  promise('stays as it is while its sender is muted', async () => {
    const { owner, guest } = await everybody();
    const deliveryId = await directed(guest, owner);
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    expect(await claim(owner)).toMatchObject({ deliveryId });
  });

  promise('is claimed in turns: the oldest one of each sender, then the next', async () => {
    const { owner, guest } = await everybody();
    const addressee = await join(owner);
    const [first, second] = [await directed(guest, addressee), await directed(guest, addressee)];
    const other = await directed(owner, addressee);
    const ids = [await claim(addressee), await claim(addressee), await claim(addressee)].map(({ deliveryId }) => deliveryId);
    expect(ids).toEqual([first, other, second]);
  });

  promise(
    'is one of at most 100 that are open for a sender and an addressee: 409 `limit_reached`, and nothing is sent',
    async () => {
      const { owner, guest } = await everybody();
      const other = await join(owner);
      for (let i = 0; i < 10; i += 1) await Promise.all(Array.from({ length: 10 }, () => directed(owner, guest)));
      const { body } = await covers('sendMessage', 409, owner, { content: 'One more', to: [other.id, guest.id] });
      expect(body).toMatchObject({ code: 'limit_reached', issues: [{ field: 'to.1' }] });
      expect(await received(other)).toEqual([]);
      await directed(owner, other);
      await directed(other, guest);
      const [withdrawn, settled, replied] = await received(guest);
      const ends = [
        () => covers('withdrawDelivery', 200, owner, withdrawn),
        () => covers('settleDelivery', 200, guest, { ...settled, outcome: 'declined' }),
        () => say(guest, 'Yes', { replyTo: replied!.messageId }),
      ];
      await claim(guest, settled);
      for (const end of ends) {
        await covers('sendMessage', 409, owner, { content: 'One more', to: [guest.id] });
        await end();
        await directed(owner, guest);
      }
    },
  );

  promise('is independent of messages that were read', async () => {
    const { owner, guest } = await everybody();
    const deliveryId = await directed(owner, guest);
    await say(owner, 'Hello, all');
    await covers('listMessages', 200, guest);
    expect(await claim(guest)).toMatchObject({ deliveryId });
  });
});

addition('the event `delivery` is for the sender, the addressee and the owner only', async () => {
  const { owner, guest } = await everybody();
  const [addressee, witness] = [await join(owner), await join(owner)];
  const streams = await Promise.all([owner, guest, addressee, witness].map((member) => openStream(member)));
  const [toOwner, toSender, toAddressee, toWitness] = streams as [Stream, Stream, Stream, Stream];
  const deliveryId = await directed(guest, addressee, { expects: 'ack' });
  await claim(addressee);
  await covers('settleDelivery', 200, addressee, { deliveryId, outcome: 'declined', note: 'Busy' });
  await say(owner, 'End');
  for (const stream of streams) await stream.first('message', ({ content }) => content === 'End');
  for (const stream of [toOwner, toSender, toAddressee]) {
    expect(movesOf(stream)).toEqual(['queued 0', 'claimed 1', 'declined 1']);
    const last = stream.all('delivery').at(-1);
    expect(last).toMatchObject({ deliveryId, senderId: guest.id, participantId: addressee.id, note: 'Busy' });
    expect(JSON.stringify(stream.all('delivery'))).not.toContain('lease');
  }
  expect(toWitness.all('delivery')).toEqual([]);
  const past = await openStream(witness, { lastEventId: 0 });
  await past.first('message', ({ content }) => content === 'End');
  expect(past.all('delivery')).toEqual([]);
});
