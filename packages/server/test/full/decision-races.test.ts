import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, meeting, startServer, type Input, type Member } from '@parley/testing';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { raceScene } from '../race-scene.ts';

interface Step {
  decisionId: string;
  action: string;
  actorId: string;
  state: string;
  outcome?: string;
}

const scene = raceScene();
const { any, nth } = scene;

/** What happened to decisions, in the order of the log. */
async function follow(who: Member) {
  const stream = await scene.follow(who);
  return () => stream.events.flatMap(({ event, data }) => (event === 'decision' ? [data as unknown as Step] : []));
}

/** Repeats an unanswered write with its key until it is answered. */
async function once(name: 'createDecision' | 'answerDecision', who: Member, input: Input) {
  for (const key = randomUUID(); ;) {
    const answered = await ask(any(), name, who, input, key).catch(() => undefined);
    if (answered && answered.status >= 200 && answered.status < 429) return answered;
    await sleep(20);
  }
}

test('200 decisions that five voters answer at once on three processes, one of which is killed, have one outcome each', async () => {
  const { owner, crew } = await meeting(any(), 6);
  const [opener, ...voters] = crew as [Member, ...Member[]];
  const rules = ['first', 'majority', 'all'] as const;
  const ids: string[] = [];
  /** What each voter was told to have answered. */
  const acknowledged: { decisionId: string; voter: string; body: Input }[] = [];
  let restarting: Promise<void> | undefined;
  for (let i = 0; i < 200; i += 1) {
    const rule = rules[i % rules.length]!;
    const { body } = await once('createDecision', opener, { title: `Decision ${i}`, rule, voters: voters.map(({ id }) => id) });
    const { decisionId } = body;
    ids.push(decisionId);
    if (i % 60 === 30) {
      const which = (i % 3) as 0 | 1 | 2;
      restarting = (async () => {
        await scene.servers[which]!.kill();
        scene.servers[which] = await startServer(scene.settings);
      })();
    }
    await Promise.all(
      voters.map(async (voter, n) => {
        const option = rule === 'all' || n < 3 ? 'approve' : 'reject';
        const { status, body } = await once('answerDecision', voter, {
          decisionId,
          option: randomInt(2) ? option : option.toUpperCase(),
        });
        expect([200, 409]).toContain(status);
        if (status === 200) acknowledged.push({ decisionId, voter: voter.id, body });
        else expect(body).toMatchObject({ code: 'decision_ended' });
      }),
    );
    await restarting;
    restarting = undefined;
    // The messages about its ends would fill the inbox of who opened them.
    for (;;) {
      const { delivery } = await answer(200, any(), 'claimDelivery', opener);
      if (!delivery) break;
    }
  }
  // A stream would have ended with its process.
  const steps = await follow(owner);
  await eventually(() => steps().filter(({ action }) => action === 'ended').length === ids.length);
  for (const decisionId of ids) {
    const own = steps().filter((step) => step.decisionId === decisionId);
    expect(own.filter(({ action }) => action === 'ended')).toHaveLength(1);
    expect(own.at(-1)).toMatchObject({ action: 'ended', state: 'decided' });
    const answered = own.filter(({ action }) => action === 'answered').map(({ actorId }) => actorId);
    const told = acknowledged.filter((each) => each.decisionId === decisionId).map(({ voter }) => voter);
    expect(answered.toSorted(), 'each acknowledged answer is in the log once').toEqual(told.toSorted());
    expect(await answer(200, any(), 'getDecision', owner, { decisionId })).toMatchObject({ outcome: own.at(-1)!.outcome });
  }
  for (const voter of voters) {
    const { deliveries } = await answer(200, any(), 'listDeliveries', voter, { state: 'all', limit: 1_000 });
    expect(deliveries).toHaveLength(ids.length);
    for (const { state, outcome } of deliveries)
      expect([state, ['answered', 'expired'].includes(outcome!)]).toEqual(['done', true]);
  }
}, 600_000);

test('one of a concurrent answer, withdrawal, closing and departure ends it', async () => {
  const rounds = 16;
  const { owner, crew } = await meeting(any(), rounds + 1);
  const [ada, ...voters] = crew as [Member, ...Member[]];
  const steps = await follow(owner);
  for (const [i, voter] of voters.entries()) {
    const { decisionId } = await answer(200, any(), 'createDecision', ada, { title: 'Ship it?', voters: [voter.id] });
    const answers = await Promise.all([
      ask(nth(i), 'answerDecision', voter, { decisionId, option: 'approve' }),
      ask(nth(i + 1), 'withdrawDecision', ada, { decisionId }),
      ask(nth(i + 2), 'closeDecision', owner, { decisionId }),
      ...(i % 2 ? [ask(nth(i), 'leaveSpace', voter)] : []),
    ]);
    const won = answers.slice(0, 3).filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    await eventually(() => steps().some((step) => step.decisionId === decisionId && step.action === 'ended'));
    const ends = steps().filter((step) => step.decisionId === decisionId && step.action === 'ended');
    expect(ends).toHaveLength(1);
    if (won[0]) expect(won[0].body).toMatchObject({ state: ends[0]!.state });
  }
});

test('time ends a decision in whichever process is left, although that knows an older state', async () => {
  const { owner, crew } = await meeting(any(), 2);
  const [ada, bob] = crew as [Member, Member];
  for (const i of [0, 1, 2]) await answer(200, nth(i), 'listMessages', bob);
  const { decisionId } = await answer(200, nth(0), 'createDecision', ada, {
    title: 'Ship it?',
    voters: [bob.id],
    expiresInSeconds: 3_600,
  });
  await scene.servers[0]!.kill();
  // As if an hour had passed. The head first, as the server does: otherwise the two deadlock.
  await scene.sql(`select 1 from space_heads where space_id = '${owner.spaceId}' for update;
    update decisions set expires_ms = 1 where decision_id = '${decisionId}';
    update space_heads set rev = rev + 1 where space_id = '${owner.spaceId}'`);
  const ended = await eventually(async () => {
    const { messages } = await answer(200, nth(1), 'listMessages', bob);
    return messages.find((each) => each.decisionId === decisionId && each.senderId === ada.id && each.expects === 'nothing');
  });
  expect(ended).toMatchObject({ content: 'The decision "Ship it?" is lapsed', to: [ada.id] });
  scene.servers[0] = await startServer(scene.settings);
});
