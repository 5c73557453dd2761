import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { human, hasHumans, needsSessions } from '../requests.ts';
import { additions, promise } from '../runner/promises.ts';
import { skip } from '../runner/scope.ts';
import { claim, directed, everybody, invite, join, say, type Member } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

/** The owner, and Ada who has said whose messages she accepts, and Bob. */
async function accepting(wish: Input) {
  const { owner, guest: bob } = await everybody();
  const ada = await join(owner, { name: 'Ada' });
  const { body: inbound } = await covers('putInbound', 200, ada, wish);
  return { owner, ada, bob, inbound };
}

const send = async (from: Member, to: Member, more: Input = {}) => {
  const { body } = await covers('sendMessage', 200, from, { content: 'Ready?', to: [to.id], ...more });
  return { messageId: body.messageId, ...body.deliveries![0]! };
};

const received = async (who: Member, state: string) =>
  (await covers('listDeliveries', 200, who, { state })).body.deliveries.map(({ deliveryId }) => deliveryId);

const lastSent = async (who: Member) =>
  (await covers('listDeliveries', 200, who, { role: 'sender', state: 'all' })).body.deliveries.at(-1)!;

additions('putInbound', () => {
  promise('200: what others direct to the participant is held, and the sender sees that in the answer', async () => {
    const { ada, bob, inbound } = await accepting({ accept: [] });
    expect(inbound).toEqual({ accept: [], others: 'hold' });
    const { state, outcome } = await send(bob, ada);
    expect([state, outcome]).toEqual(['held', undefined]);
    expect(await lastSent(bob)).toMatchObject({ participantId: ada.id, state: 'held', attempt: 0 });
    expect((await covers('listMessages', 200, ada)).body.messages).toHaveLength(1);
  });

  promise('200 with `refuse`: it ends as refused, and the sender sees that in the answer', async () => {
    const { ada, bob } = await accepting({ accept: 'humans', others: 'refuse' });
    expect(await send(bob, ada)).toMatchObject({ state: 'done', outcome: 'refused' });
    expect(await lastSent(bob)).toMatchObject({ state: 'done', outcome: 'refused', endedAt: expect.any(String) });
    expect(await claim(ada)).toBeNull();
  });

  promise('200: who is listed is accepted, and so is the owner, whatever was said', async () => {
    const { owner, ada, bob } = await accepting({ accept: [], others: 'refuse' });
    expect(await send(owner, ada)).toMatchObject({ state: 'queued' });
    await covers('putInbound', 200, ada, { accept: [bob.id], others: 'refuse' });
    expect(await send(bob, ada)).toMatchObject({ state: 'queued' });
  });

  promise('`humans` are verified humans, and nobody who says so', async () => {
    const { owner, ada } = await accepting({ accept: 'humans' });
    const claiming = await join(owner, { name: 'Cyn', isHuman: true });
    expect(await send(claiming, ada)).toMatchObject({ state: 'held' });
    if (!hasHumans) skip(needsSessions);
    const { body } = await covers('joinSpace', 200, { ...(await invite(owner)), ...human }, { name: 'Dan' });
    const dan = { spaceId: owner.spaceId, id: body.participantId, key: body.participantPrivateKey };
    expect(await send(dan, ada)).toMatchObject({ state: 'queued' });
  });

  promise('a reply to a question of the participant is never held', async () => {
    const { ada, bob } = await accepting({ accept: [] });
    const { messageId } = await send(ada, bob);
    expect(await send(bob, ada, { replyTo: messageId })).toMatchObject({ state: 'queued' });
    const { messageId: another } = await send(ada, bob);
    await say(bob, 'Yes', { replyTo: another });
    expect(await received(ada, 'queued')).toHaveLength(2);
  });

  promise('what was sent before stays as it is', async () => {
    const { ada, bob } = await accepting({ accept: [] });
    const { deliveryId } = await send(bob, ada);
    await covers('putInbound', 200, ada, { accept: 'all' });
    expect(await received(ada, 'queued')).toEqual([]);
    expect(await received(ada, 'pending')).toEqual([deliveryId]);
    expect(await send(bob, ada)).toMatchObject({ state: 'queued' });
  });

  promise('400 for oneself, for who is not in the space, for a name, and for more than 100', async () => {
    const { ada, bob } = await accepting({ accept: 'all' });
    for (const accept of [[ada.id], [randomUUID()], ['Bob'], Array(101).fill(bob.id), 'nobody', undefined])
      await covers('putInbound', 400, ada, { accept });
  });
});

additions('getInbound', () => {
  promise('200 with what one has said oneself; without anything, everyone is accepted', async () => {
    const { owner, ada, bob } = await accepting({ accept: 'humans', others: 'refuse' });
    expect((await covers('getInbound', 200, ada)).body).toEqual({ accept: 'humans', others: 'refuse' });
    for (const who of [owner, bob])
      expect((await covers('getInbound', 200, who)).body).toEqual({ accept: 'all', others: 'hold' });
  });

  promise('200 without those who are gone', async () => {
    const { owner, ada, bob } = await accepting({ accept: 'all' });
    const eve = await join(owner, { name: 'Eve' });
    await covers('putInbound', 200, ada, { accept: [bob.id, eve.id] });
    await covers('leaveSpace', 200, eve);
    expect((await covers('getInbound', 200, ada)).body.accept).toEqual([bob.id]);
  });
});

additions('a held delivery', () => {
  promise('cannot be claimed, and is in no list of what is open', async () => {
    const { ada, bob } = await accepting({ accept: [] });
    const { deliveryId } = await send(bob, ada);
    expect(await claim(ada)).toBeNull();
    expect(await claim(ada, { deliveryId })).toBeNull();
    for (const state of ['queued', 'open']) expect(await received(ada, state)).toEqual([]);
    expect((await covers('catchUp', 200, ada)).body.todo).toMatchObject({ deliveries: [], openDeliveries: 0, held: 1 });
  });

  promise('is declined without a claim, answered by a reply, or withdrawn by its sender', async () => {
    const { ada, bob } = await accepting({ accept: [] });
    const [first, second, third] = [await send(bob, ada), await send(bob, ada), await send(bob, ada)];
    await covers('settleDelivery', 200, ada, { deliveryId: first.deliveryId, outcome: 'declined', note: 'No' });
    await say(ada, 'Yes', { replyTo: second.messageId });
    await covers('withdrawDelivery', 200, bob, { deliveryId: third.deliveryId });
    const { deliveries } = (await covers('listDeliveries', 200, bob, { role: 'sender', state: 'all' })).body;
    expect(deliveries.map(({ outcome }) => outcome)).toEqual(['declined', 'replied', 'withdrawn']);
  });

  promise('is shown by the event `delivery`, to its sender, its addressee and the owner only', async () => {
    const { owner, ada, bob } = await accepting({ accept: [] });
    const eve = await join(owner, { name: 'Eve' });
    const streams = await Promise.all([bob, ada, owner, eve].map((who) => openStream(who)));
    const { deliveryId } = await send(bob, ada);
    const end = await say(owner, 'End');
    for (const stream of streams) await stream.first('message', ({ id }) => id === end);
    const told = streams.map((stream) => stream.all('delivery').map((each) => [each.deliveryId, each.state]));
    expect(told).toEqual([[[deliveryId, 'held']], [[deliveryId, 'held']], [[deliveryId, 'held']], []]);
  });
});

additions('acceptDelivery', () => {
  promise('200: it is queued, and can be claimed; 200 again changes nothing', async () => {
    const { ada, bob } = await accepting({ accept: [] });
    const { deliveryId } = await send(bob, ada);
    expect((await covers('acceptDelivery', 200, ada, { deliveryId })).body).toMatchObject({ deliveryId, state: 'queued' });
    expect((await covers('acceptDelivery', 200, ada, { deliveryId })).body).toMatchObject({ deliveryId, state: 'queued' });
    expect(await claim(ada)).toMatchObject({ deliveryId, attempt: 1 });
  });

  promise('409 `delivery_ended` once it has an outcome', async () => {
    const { ada, bob } = await accepting({ accept: [] });
    const { deliveryId } = await send(bob, ada);
    await covers('withdrawDelivery', 200, bob, { deliveryId });
    expect((await covers('acceptDelivery', 409, ada, { deliveryId })).body.code).toBe('delivery_ended');
  });

  promise('404 for a delivery to somebody else, also for its sender and the owner', async () => {
    const { owner, ada, bob } = await accepting({ accept: [] });
    const { deliveryId } = await send(bob, ada);
    for (const who of [bob, owner]) await covers('acceptDelivery', 404, who, { deliveryId });
    await covers('acceptDelivery', 404, ada, { deliveryId: await directed(ada, bob) });
  });
});
