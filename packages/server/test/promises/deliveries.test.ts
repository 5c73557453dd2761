import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, meeting, startServer, type Member, type Stream } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectPossible, isOver, livesOf } from '../delivery-lives.ts';
import { eventually } from '../eventually.ts';
import { raceScene } from '../race-scene.ts';

const scene = raceScene();
const { any, nth, follow } = scene;

async function direct(sender: Member, to: Member, wish = {}) {
  const { messageId, deliveries } = await answer(200, any(), 'sendMessage', sender, { content: 'Ready?', to: [to.id], ...wish });
  return { messageId, deliveryId: deliveries[0]!.deliveryId };
}

const claim = async (member: Member, server = any()) => (await answer(200, server, 'claimDelivery', member)).delivery!;
const outcomesOf = async (sender: Member) => {
  const list = await answer(200, any(), 'listDeliveries', sender, { role: 'sender', state: 'all', limit: 1_000 });
  return new Map(list.deliveries.map(({ deliveryId, outcome, state }) => [deliveryId, outcome ?? state]));
};

/** As if a lease had been held for too long. */
const age = (deliveryId: string) =>
  scene.sql(`update deliveries set lease_expires_ms = 1 where delivery_id = '${deliveryId}' and state = 'claimed'`);

/** Waits until all deliveries have ended, and returns their moves. */
async function endOf(stream: Stream, count: number) {
  await eventually(() => [...livesOf(stream.events).values()].filter(isOver).length === count);
  const lives = livesOf(stream.events);
  expectPossible(lives);
  return lives;
}

describe('a lease that has expired', () => {
  test('settles nothing, on any process, and the delivery is queued again with one event', async () => {
    const { owner, crew } = await meeting(any(), 1);
    const [ada] = crew as [Member];
    const stream = await follow(owner);
    const { deliveryId } = await direct(owner, ada);
    const late = await claim(ada);
    await age(deliveryId);
    for (const name of ['renewDelivery', 'settleDelivery', 'releaseDelivery'] as const) {
      for (const leaseId of [late.leaseId, undefined]) {
        const input = { deliveryId, leaseId, ...(name === 'settleDelivery' && { outcome: 'acknowledged' }) };
        for (const server of scene.servers) expect((await answer(409, server, name, ada, input)).code).toBe('lease_lost');
      }
    }
    await eventually(() => livesOf(stream.events).get(deliveryId)?.length === 3);
    const present = await claim(ada);
    expect(present).toMatchObject({ deliveryId, attempt: 2 });
    await answer(409, any(), 'settleDelivery', ada, { deliveryId, leaseId: late.leaseId, outcome: 'acknowledged' });
    await answer(200, any(), 'settleDelivery', ada, { deliveryId, leaseId: present.leaseId, outcome: 'declined' });
    const moves = (await endOf(stream, 1)).get(deliveryId)!;
    expect(moves.map(({ state, outcome }) => outcome ?? state)).toEqual(['queued', 'claimed', 'queued', 'claimed', 'declined']);
  });

  test('for the fifth time fails the delivery, and the sender gets the event although nobody claims again', async () => {
    const { owner, crew } = await meeting(any(), 1);
    const [ada] = crew as [Member];
    const stream = await follow(owner);
    const { deliveryId, messageId } = await direct(owner, ada);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await claim(ada)).attempt).toBe(attempt);
      await age(deliveryId);
    }
    expect(await outcomesOf(owner)).toEqual(new Map([[deliveryId, 'failed']]));
    expect((await answer(200, any(), 'claimDelivery', ada)).delivery).toBeNull();
    await answer(200, any(), 'sendMessage', ada, { content: 'Too late', replyTo: messageId });
    const moves = (await endOf(stream, 1)).get(deliveryId)!;
    expect(moves.at(-1)).toMatchObject({ outcome: 'failed', attempt: 5 });
  });
});

test('workers of one participant on three processes never hold a delivery at the same time, even if leases expire', async () => {
  const { owner, crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  const count = 60;
  const stream = await follow(owner);
  const sending = Promise.all(Array.from({ length: count }, () => direct(owner, ada)));
  const claims = new Set<string>();
  const settled = new Map<string, string>();
  let isDone = false;

  async function work(i: number): Promise<void> {
    while (!isDone) {
      const { delivery } = await answer(200, nth(i + randomInt(2)), 'claimDelivery', ada);
      if (!delivery) {
        await sleep(20);
        continue;
      }
      const { deliveryId, leaseId, attempt } = delivery;
      expect(claims, 'an attempt that two workers got').not.toContain(`${deliveryId} ${attempt}`);
      claims.add(`${deliveryId} ${attempt}`);
      if (randomInt(3) === 0) await age(deliveryId);
      const { status } = await ask(any(), 'settleDelivery', ada, { deliveryId, leaseId, outcome: 'acknowledged' });
      expect([200, 409]).toContain(status);
      if (status !== 200) continue;
      expect(settled).not.toContain(deliveryId);
      settled.set(deliveryId, 'acknowledged');
    }
  }

  const working = Promise.all(Array.from({ length: 9 }, (_, i) => work(i)));
  await sending;
  const lives = await endOf(stream, count).finally(() => (isDone = true));
  await working;
  const told = [...lives].flatMap(([id, moves]) =>
    moves.flatMap((move) => (move.state === 'claimed' ? `${id} ${move.attempt}` : [])),
  );
  expect(new Set(told)).toEqual(claims);
  for (const [id, moves] of lives) expect(moves.at(-1)!.outcome).toBe(settled.get(id) ?? 'failed');
  expect(await outcomesOf(owner)).toEqual(new Map([...lives].map(([id, moves]) => [id, moves.at(-1)!.outcome])));
});

test('one of a concurrent reply, settlement and release wins', async () => {
  const { owner, crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  const rounds = 60;
  const stream = await follow(owner);
  for (let round = 0; round < rounds; round += 1) {
    const { messageId, deliveryId } = await direct(owner, ada);
    const { leaseId } = await claim(ada);
    const [reply, settled, released] = await Promise.all([
      ask(nth(round), 'sendMessage', ada, { content: 'Yes', replyTo: messageId }),
      ask(nth(round + 1), 'settleDelivery', ada, { deliveryId, leaseId, outcome: 'declined' }),
      ask(nth(round + 2), 'releaseDelivery', ada, { deliveryId, leaseId }),
    ]);
    expect(reply.status).toBe(200);
    expect([200, 409]).toContain(settled.status);
    expect([200, 409]).toContain(released.status);
    expect(settled.status === 200 && released.status === 200).toBe(false);
    expect((await outcomesOf(owner)).get(deliveryId)).toBe(settled.status === 200 ? 'declined' : 'replied');
  }
  await endOf(stream, rounds);
});

test('one of a concurrent withdrawal, claim, settlement, reply and release wins, and every process agrees', async () => {
  const { owner, crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  const rounds = 60;
  const stream = await follow(owner);
  const won = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const { messageId, deliveryId } = await direct(owner, ada);
    const isClaimed = round % 4 > 0;
    const leaseId = isClaimed ? (await claim(ada)).leaseId : undefined;
    const others = [
      () => ask(nth(round + 1), 'claimDelivery', ada),
      () => ask(nth(round + 1), 'settleDelivery', ada, { deliveryId, leaseId, outcome: 'declined' }),
      () => ask(nth(round + 1), 'sendMessage', ada, { content: 'Yes', replyTo: messageId }),
      () => ask(nth(round + 1), 'releaseDelivery', ada, { deliveryId, leaseId }),
    ];
    const [withdrawn, again, other] = await Promise.all([
      ask(nth(round), 'withdrawDelivery', owner, { deliveryId }),
      ask(nth(round + 2), 'withdrawDelivery', owner, { deliveryId }),
      others[round % 4]!(),
    ]);
    const statuses = [withdrawn.status, again.status].toSorted((a, b) => a - b);
    const outcome = (await outcomesOf(owner)).get(deliveryId)!;
    won.add(outcome);
    if (outcome === 'withdrawn') expect(statuses).toEqual([200, 409]);
    else expect(statuses).toEqual([409, 409]);
    expect(['withdrawn', 'declined', 'replied']).toContain(outcome);
    expect(other.status === 200 || other.status === 409).toBe(true);
    if (round % 4 === 1) expect(other.status).toBe(outcome === 'declined' ? 200 : 409);
    for (const name of ['renewDelivery', 'releaseDelivery'] as const) {
      for (const server of scene.servers) await answer(409, server, name, ada, { deliveryId });
    }
  }
  expect(won).toContain('withdrawn');
  await endOf(stream, rounds);
});

test('nobody claims a delivery of a sender who was kicked, on any process, and each of them expires once', async () => {
  const rounds = 8;
  const { owner, crew } = await meeting(any(), rounds + 1);
  const [ada, ...trolls] = crew as [Member, ...Member[]];
  const stream = await follow(owner);
  for (const [round, troll] of trolls.entries()) {
    await Promise.all(Array.from({ length: 12 }, () => direct(troll, ada)));
    let isKicked = false;
    const work = async (i: number) => {
      for (let last = false; !last;) {
        last = isKicked;
        const { delivery } = await answer(200, nth(i), 'claimDelivery', ada);
        if (last) expect(delivery, 'a delivery of a sender who is gone').toBeNull();
        if (delivery) await ask(nth(i), 'releaseDelivery', ada, { deliveryId: delivery.deliveryId });
      }
    };
    const working = Promise.all([0, 1, 2].map(work));
    await sleep(randomInt(30));
    await answer(200, nth(round), 'kickParticipant', owner, { participantId: troll.id });
    isKicked = true;
    await working;
  }
  const lives = await endOf(stream, 12 * rounds);
  const outcomes = new Set([...lives.values()].map((moves) => moves.at(-1)!.outcome));
  expect(outcomes).toContain('expired');
  for (const outcome of outcomes) expect(['expired', 'failed']).toContain(outcome);
});

test('what several processes send at the same time exceeds the limit by no more than they store at that moment, and then nothing is added', async () => {
  const { owner, crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  const sends = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => ask(nth(i), 'sendMessage', owner, { content: 'Hello', to: [ada.id] })));
  const accepted = [];
  for (let round = 0; round < 6; round += 1) accepted.push((await sends(30)).filter(({ status }) => status === 200).length);
  const stored = accepted.reduce((sum, count) => sum + count);
  expect(stored).toBeGreaterThanOrEqual(100);
  expect(stored).toBeLessThanOrEqual(100 + 2 * 10);
  for (const { status, body } of await sends(30)) expect([status, body.code]).toEqual([409, 'limit_reached']);
});

test('every delivery to a participant who is kicked while workers claim expires, and nobody claims one afterwards', async () => {
  const rounds = 8;
  const { owner, crew } = await meeting(any(), rounds);
  const stream = await follow(owner);
  for (const [round, member] of crew.entries()) {
    await Promise.all(Array.from({ length: 6 }, () => direct(owner, member)));
    const work = async (i: number) => {
      for (;;) {
        const { status, body } = await ask(nth(i), 'claimDelivery', member);
        if (status === 401) return;
        expect(status).toBe(200);
        if (!body.delivery) await sleep(5);
      }
    };
    const working = Promise.all([0, 1, 2].map(work));
    await sleep(randomInt(30));
    await answer(200, nth(round), 'kickParticipant', owner, { participantId: member.id });
    await working;
  }
  const lives = await endOf(stream, 6 * rounds);
  expect(new Set([...lives.values()].map((moves) => moves.at(-1)!.outcome))).toEqual(new Set(['expired']));
  expect(new Set((await outcomesOf(owner)).values())).toEqual(new Set(['expired']));
});

test('deliveries whose process crashed after a departure expire when a process starts', async () => {
  const { owner, crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  const stream = await follow(owner);
  const { deliveryId } = await direct(owner, ada);
  await answer(200, any(), 'leaveSpace', ada);
  await endOf(stream, 1);
  // As if no process had got to it.
  await scene.sql(
    `update deliveries set state = 'queued', outcome = null, ended_ms = null, version = version + 1 where delivery_id = '${deliveryId}'`,
  );
  const another = await startServer(scene.settings);
  onTestFinished(() => another.stop());
  await eventually(() => livesOf(stream.events).get(deliveryId)?.length === 3);
  expect(
    livesOf(stream.events)
      .get(deliveryId)!
      .map(({ outcome }) => outcome),
  ).toEqual([undefined, 'expired', 'expired']);
});

test('plain senders get through while workers of the same space compete for deliveries', async () => {
  const { owner, crew } = await meeting(any(), 12);
  const [ada, ...speakers] = crew as [Member, ...Member[]];
  const queued = 90;
  for (let i = 0; i < queued; i += 30)
    await Promise.all(Array.from({ length: 30 }, () => direct(owner, ada, { expects: 'ack' })));
  let isDone = false;
  const counts = { sent: 0, settled: 0 };
  const work = async (i: number): Promise<void> => {
    const { delivery } = await answer(200, nth(i), 'claimDelivery', ada);
    if (!delivery) return;
    const { deliveryId, leaseId } = delivery;
    await answer(200, nth(i + 1), 'settleDelivery', ada, { deliveryId, leaseId, outcome: 'acknowledged' });
    counts.settled += 1;
    await work(i);
  };
  const speak = async (member: Member, i: number): Promise<void> => {
    while (!isDone) {
      await answer(200, nth(i), 'sendMessage', member, { content: 'Hello' });
      counts.sent += 1;
    }
  };
  const speaking = Promise.all(speakers.map(speak));
  await Promise.all(Array.from({ length: 12 }, (_, i) => work(i))).finally(() => (isDone = true));
  await speaking;
  expect(counts.settled).toBe(queued);
  expect(counts.sent).toBeGreaterThan(queued / 3);
});
