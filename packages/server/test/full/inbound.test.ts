import { answer, ask, join, meeting, openStream, type Input, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { livesOf } from '../delivery-lives.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

describe.each(databases)('what a participant accepts on %s', (_, open) => {
  let place: Place;
  let server: Served;
  beforeAll(async () => {
    place = await open();
    server = await serve(place.settings);
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  async function crewOf() {
    const { owner, crew, invitation } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    return { owner, ada, bob, invitation };
  }
  const accepts = (who: Member, accept: unknown, others?: 'hold' | 'refuse') =>
    answer(200, server, 'putInbound', who, { accept, others });
  const direct = async (from: Member, to: Member, more: Input = {}) => {
    const { messageId, deliveries } = await answer(200, server, 'sendMessage', from, { content: 'Ready?', to: [to.id], ...more });
    return { messageId, ...deliveries[0]! };
  };
  const received = async (who: Member, state: string) =>
    (await answer(200, server, 'listDeliveries', who, { state })).deliveries.map(({ deliveryId }) => deliveryId);
  const sent = async (who: Member) =>
    (await answer(200, server, 'listDeliveries', who, { role: 'sender', state: 'all' })).deliveries;
  const outcomeOf = async (who: Member, deliveryId: string) =>
    (await sent(who)).find((each) => each.deliveryId === deliveryId)?.outcome;
  const claim = async (who: Member) => (await answer(200, server, 'claimDelivery', who)).delivery;

  it('tells the sender at once what is held and what is refused, in order, and everyone can read the message', async () => {
    const { owner, ada, bob, invitation } = await crewOf();
    const eve = await join(server, invitation, 'Eve');
    await accepts(ada, []);
    await accepts(bob, 'humans', 'refuse');
    const { messageId, deliveries } = await answer(200, server, 'sendMessage', eve, {
      ...{ content: 'Ready?', to: [bob.id, owner.id, ada.id] },
    });
    expect(deliveries).toMatchObject([
      { participantId: bob.id, state: 'done', outcome: 'refused' },
      { participantId: owner.id, state: 'queued' },
      { participantId: ada.id, state: 'held' },
    ]);
    expect(deliveries[1]).not.toHaveProperty('outcome');
    expect(deliveries[2]).not.toHaveProperty('outcome');
    expect((await answer(200, server, 'listMessages', bob)).messages).toMatchObject([{ id: messageId, content: 'Ready?' }]);
    expect(await sent(eve)).toMatchObject([{ outcome: 'refused', attempt: 0 }, {}, { state: 'held', attempt: 0 }]);
  });

  it('leaves what is held out of claims, counts, open lists and catch-ups until it is accepted', async () => {
    const { ada, bob } = await crewOf();
    await accepts(ada, [], 'hold');
    const { deliveryId } = await direct(bob, ada);
    expect(await claim(ada)).toBeNull();
    expect((await answer(200, server, 'claimDelivery', ada, { deliveryId })).delivery).toBeNull();
    for (const state of ['queued', 'open']) expect(await received(ada, state)).toEqual([]);
    for (const state of ['pending', 'all']) expect(await received(ada, state)).toEqual([deliveryId]);
    expect((await answer(200, server, 'catchUp', ada)).todo).toMatchObject({ deliveries: [], openDeliveries: 0 });
    for (const name of ['renewDelivery', 'releaseDelivery'] as const) await answer(409, server, name, ada, { deliveryId });

    const accepted = await answer(200, server, 'acceptDelivery', ada, { deliveryId });
    expect(accepted).toMatchObject({ deliveryId, state: 'queued', attempt: 0 });
    expect((await answer(200, server, 'catchUp', ada)).todo).toMatchObject({ openDeliveries: 1 });
    expect(await claim(ada)).toMatchObject({ deliveryId, state: 'claimed' });
    expect(await answer(200, server, 'acceptDelivery', ada, { deliveryId })).toMatchObject({ state: 'claimed' });
    await answer(200, server, 'settleDelivery', ada, { deliveryId, outcome: 'acknowledged' });
    expect(await answer(409, server, 'acceptDelivery', ada, { deliveryId })).toMatchObject({ code: 'delivery_ended' });
  });

  it('ends what is held by a decline, a reply, a withdrawal, a redaction and departures, once each, and its sender learns it', async () => {
    const { owner, ada, bob, invitation } = await crewOf();
    const stream = await openStream(server, owner, { lastEventId: 0 });
    onTestFinished(stream.leave);
    const eve = await join(server, invitation, 'Eve');
    await accepts(ada, []);
    const [declined, replied, withdrawn, redacted] = [
      await direct(bob, ada),
      await direct(bob, ada),
      await direct(bob, ada),
      await direct(bob, ada),
    ];
    const expired = await direct(eve, ada);
    await answer(200, server, 'settleDelivery', ada, { deliveryId: declined.deliveryId, outcome: 'declined', note: 'No' });
    await answer(200, server, 'sendMessage', ada, { content: 'Yes', replyTo: replied.messageId });
    await answer(200, server, 'withdrawDelivery', bob, { deliveryId: withdrawn.deliveryId });
    await answer(200, server, 'redactMessage', bob, { messageId: redacted.messageId });
    await answer(200, server, 'leaveSpace', eve);
    await eventually(() => livesOf(stream.events).get(expired.deliveryId)?.at(-1)?.outcome === 'expired');
    const ends = { declined, replied, withdrawn };
    for (const [outcome, { deliveryId }] of Object.entries(ends)) {
      expect(await outcomeOf(bob, deliveryId)).toBe(outcome);
      expect(livesOf(stream.events).get(deliveryId)).toMatchObject([{ state: 'held' }, { state: 'done', outcome }]);
      expect(await answer(409, server, 'acceptDelivery', ada, { deliveryId })).toMatchObject({ code: 'delivery_ended' });
    }
    expect(await outcomeOf(bob, redacted.deliveryId)).toBe('withdrawn');
    expect(await received(ada, 'pending')).toEqual([]);
  });

  it('never holds back the owner, a reply to a question, nor what tells an asker the outcome', async () => {
    const { owner, ada, bob } = await crewOf();
    await accepts(ada, [], 'refuse');
    expect(await direct(owner, ada)).toMatchObject({ state: 'queued' });
    const question = await direct(ada, bob);
    const reply = await direct(bob, ada, { replyTo: question.messageId });
    expect(reply).toMatchObject({ state: 'queued' });
    // It has been answered, so the next one is nothing that Ada asked for.
    expect(await direct(bob, ada, { replyTo: question.messageId })).toMatchObject({ outcome: 'refused' });
    const { messageId: another } = await direct(ada, bob);
    await answer(200, server, 'sendMessage', bob, { content: 'Later', replyTo: another });
    const { deliveries } = await answer(200, server, 'listDeliveries', ada, { state: 'queued' });
    expect(deliveries.map(({ senderId }) => senderId)).toEqual([owner.id, bob.id, bob.id]);
  });

  it('holds and refuses tasks, proposals and decisions too, whose work does not depend on it', async () => {
    const { ada, bob } = await crewOf();
    await accepts(ada, [], 'hold');
    const task = await answer(200, server, 'createTask', bob, { title: 'Check', for: [ada.id] });
    expect(task.to).toEqual([ada.id]);
    const { decisionId } = await answer(200, server, 'createDecision', bob, { title: 'Ship it?', voters: [ada.id] });
    expect(await received(ada, 'open')).toEqual([]);
    expect(await received(ada, 'pending')).toHaveLength(2);
    await answer(200, server, 'claimTask', ada, { taskId: task.taskId });
    const decided = await answer(200, server, 'answerDecision', ada, { decisionId, option: 'approve' });
    expect(decided).toMatchObject({ state: 'decided', outcome: 'approve' });
    expect((await sent(bob)).map(({ outcome }) => outcome)).toEqual(['acknowledged', 'answered']);

    await accepts(ada, [], 'refuse');
    const { id: artifactId } = await answer(200, server, 'createArtifact', ada, { name: 'Plan', content: 'One' });
    const proposed = await answer(200, server, 'createProposal', bob, { artifactId, baseVersion: 1, append: 'Two' });
    expect(proposed.to).not.toContain(ada.id);
    await answer(200, server, 'acceptProposal', ada, { artifactId, proposalId: proposed.proposalId, baseVersion: 1 });
    const other = await answer(200, server, 'createTask', bob, { title: 'Again', for: [ada.id] });
    expect(other.to).toEqual([]);
    await answer(200, server, 'cancelTask', bob, { taskId: other.taskId });
    const comment = (more: Input) =>
      answer(200, server, 'createComment', bob, { artifactId, version: 2, quote: 'One', text: 'Why?', ...more });
    for (const expects of ['reply', 'nothing']) expect((await comment({ to: [ada.id], expects })).to).toEqual([]);
    const question = { artifactId, version: 2, quote: 'One', text: 'Why?', to: [bob.id] };
    const { commentId } = await answer(200, server, 'createComment', ada, question);
    expect((await comment({ replyTo: commentId, text: 'Because' })).to).toEqual([ada.id]);
    const mine = await answer(200, server, 'createTask', ada, { title: 'Mine', for: [bob.id] });
    await answer(200, server, 'claimTask', bob, { taskId: mine.taskId });
    await answer(200, server, 'submitTask', bob, { taskId: mine.taskId, evidence: { note: 'Done' } });
    const { deliveries } = await answer(200, server, 'listDeliveries', ada);
    // What Bob submits answers what Ada asked.
    expect(deliveries.at(-1)).toMatchObject({ senderId: bob.id, expects: 'ack', state: 'queued' });
  });

  it('is known only to who said it, also after a restart, and does not name those who are gone', async () => {
    const { owner, ada, bob, invitation } = await crewOf();
    expect(await answer(200, server, 'getInbound', ada)).toEqual({ accept: 'all', others: 'hold' });
    const eve = await join(server, invitation, 'Eve');
    expect(await accepts(ada, [bob.id, eve.id], 'refuse')).toEqual({ accept: [bob.id, eve.id], others: 'refuse' });
    await answer(200, server, 'leaveSpace', eve);
    await server.stop();
    server = await serve(place.settings);
    expect(await answer(200, server, 'getInbound', ada)).toEqual({ accept: [bob.id], others: 'refuse' });
    expect(await answer(200, server, 'getInbound', owner)).toEqual({ accept: 'all', others: 'hold' });
    expect(await direct(bob, ada)).toMatchObject({ state: 'queued' });
    for (const who of [owner, bob]) expect(JSON.stringify(await answer(200, server, 'getSpace', who))).not.toContain('inbound');
    expect(await accepts(ada, 'all')).toEqual({ accept: 'all', others: 'hold' });
  });

  it('400 with the place for who is not here, for oneself, for a name and for more than 100', async () => {
    const { ada, bob } = await crewOf();
    const refusalOf = async (accept: unknown) => (await answer(400, server, 'putInbound', ada, { accept })).issues[0]?.field;
    expect(await refusalOf([bob.id, 'b0b00000-0000-4000-8000-000000000000'])).toBe('accept.1');
    expect(await refusalOf([ada.id])).toBe('accept.0');
    for (const accept of [['Bob'], [bob.id, bob.id], Array(101).fill(bob.id), 'nobody', undefined])
      await answer(400, server, 'putInbound', ada, { accept });
    await answer(400, server, 'putInbound', ada, { accept: 'all', others: 'drop' });
  });

  it('gives a retry the same answer, whatever was said since, and accepts once', async () => {
    const { ada, bob } = await crewOf();
    await accepts(ada, []);
    const input = { content: 'Ready?', to: [ada.id] };
    const first = await answer(200, server, 'sendMessage', bob, input, 'once');
    await accepts(ada, 'all');
    expect((await answer(200, server, 'sendMessage', bob, input, 'once')).deliveries).toEqual(first.deliveries);
    const { deliveryId } = first.deliveries[0]!;
    // What was sent before stays as it is.
    expect(await received(ada, 'queued')).toEqual([]);
    const accepted = await answer(200, server, 'acceptDelivery', ada, { deliveryId }, 'accept');
    await claim(ada);
    expect(await answer(200, server, 'acceptDelivery', ada, { deliveryId }, 'accept')).toEqual(accepted);
  });

  it('counts what is held among the 100 of one sender, and nothing that is refused', async () => {
    const { ada, bob } = await crewOf();
    await accepts(ada, [], 'refuse');
    for (let i = 0; i < 5; i += 1) await Promise.all(Array.from({ length: 21 }, () => direct(bob, ada)));
    await accepts(ada, [], 'hold');
    for (let i = 0; i < 5; i += 1) await Promise.all(Array.from({ length: 20 }, () => direct(bob, ada)));
    const { status, body } = await ask(server, 'sendMessage', bob, { content: 'More', to: [ada.id] });
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect(await received(ada, 'pending')).toHaveLength(100);
  });

  it('lets a muted addressee accept and decline, and an agent in a paused space decline only', async () => {
    const { owner, ada, bob } = await crewOf();
    await accepts(ada, []);
    const [first, second] = [await direct(bob, ada), await direct(bob, ada)];
    await answer(200, server, 'muteParticipant', owner, { participantId: ada.id });
    await answer(200, server, 'acceptDelivery', ada, { deliveryId: first.deliveryId });
    await answer(200, server, 'pauseSpace', owner);
    await answer(409, server, 'acceptDelivery', ada, { deliveryId: second.deliveryId });
    await answer(200, server, 'settleDelivery', ada, { deliveryId: second.deliveryId, outcome: 'declined' });
    await answer(200, server, 'resumeSpace', owner);
    expect(await claim(ada)).toMatchObject({ deliveryId: first.deliveryId });
  });
});
