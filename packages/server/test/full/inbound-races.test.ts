import { answer, ask, meeting, type Member } from '@parley/testing';
import { expect, test } from 'vitest';
import { expectPossible, isOver, livesOf } from '../delivery-lives.ts';
import { eventually } from '../eventually.ts';
import { raceScene } from '../race-scene.ts';

const scene = raceScene();
const { any, nth } = scene;
const rounds = 80;

test('of an acceptance, a decline, a reply and a withdrawal of what is held, on three processes, one outcome comes of it', async () => {
  const { owner, crew } = await meeting(any(), 2);
  const [ada, bob] = crew as [Member, Member];
  const stream = await scene.follow(owner);
  await answer(200, any(), 'putInbound', ada, { accept: [] });
  const ids: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { messageId, deliveries } = await answer(200, nth(round), 'sendMessage', bob, { content: 'Ready?', to: [ada.id] });
    const { deliveryId, state } = deliveries[0]!;
    expect(state).toBe('held');
    ids.push(deliveryId);
    const acts = [
      () => ask(nth(round + 1), 'acceptDelivery', ada, { deliveryId }),
      () => ask(nth(round + 2), 'settleDelivery', ada, { deliveryId, outcome: 'declined' }),
      () => ask(nth(round), 'sendMessage', ada, { content: 'Yes', replyTo: messageId }),
      () => ask(nth(round + 1), 'withdrawDelivery', bob, { deliveryId }),
    ].filter((_, i) => i !== round % 4);
    // What it says meanwhile changes nothing of what was sent before.
    const [answers] = await Promise.all([
      Promise.all(acts.map((act) => act())),
      answer(200, nth(round + 2), 'putInbound', ada, { accept: [], others: round % 2 ? 'hold' : 'refuse' }),
    ]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    await ask(any(), 'withdrawDelivery', bob, { deliveryId });
    await answer(200, any(), 'putInbound', ada, { accept: [] });
  }
  await eventually(() => ids.every((id) => isOver(livesOf(stream.events).get(id))));
  const lives = livesOf(stream.events);
  expectPossible(lives);
  const outcomes = new Set(ids.map((id) => lives.get(id)!.at(-1)!.outcome));
  for (const outcome of outcomes) expect(['declined', 'replied', 'withdrawn']).toContain(outcome);
  expect(outcomes.size).toBeGreaterThan(1);
}, 300_000);

test('no message is held or refused by what its addressee does not say any more, once the answer says so', async () => {
  const { crew } = await meeting(any(), 2);
  const [ada, bob] = crew as [Member, Member];
  const wishes = [
    [{ accept: [], others: 'hold' }, 'held'],
    [{ accept: [], others: 'refuse' }, 'refused'],
    [{ accept: [bob.id], others: 'refuse' }, 'queued'],
  ] as const;
  for (let round = 0; round < rounds; round += 1) {
    const [wish, becomes] = wishes[round % 3]!;
    await answer(200, nth(round), 'putInbound', ada, wish);
    const sent = await Promise.all(
      scene.servers.map((server) => answer(200, server, 'sendMessage', bob, { content: 'Ready?', to: [ada.id] })),
    );
    for (const { deliveries } of sent) {
      const { deliveryId, state, outcome } = deliveries[0]!;
      expect(outcome ?? state).toBe(becomes);
      if (!outcome) await answer(200, any(), 'withdrawDelivery', bob, { deliveryId });
    }
  }
  expect((await answer(200, any(), 'listDeliveries', ada, { state: 'pending' })).deliveries).toEqual([]);
}, 300_000);
