import { answer, ask, meeting, openStream, type Input, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

describe.each(databases)('a decision on %s', (_, open) => {
  let place: Place;
  let server: Served;
  // The server keeps the clock that it starts with.
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    place = await open();
    server = await serve(place.settings);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await server.stop();
    await place.remove();
  });

  /** The owner, Ada who asks, and two more. */
  async function crewOf() {
    const { owner, crew } = await meeting(server, 3);
    const [ada, bob, eve] = crew as [Member, Member, Member];
    return { owner, ada, bob, eve };
  }
  const opened = async (who: Member, wish: Input = {}) => {
    const { decisionId } = await answer(200, server, 'createDecision', who, { title: 'Ship it?', ...wish });
    return { decisionId };
  };
  const read = (who: Member, of: Input) => answer(200, server, 'getDecision', who, of);
  const choose = (who: Member, of: Input, option: string, more: Input = {}) =>
    answer(200, server, 'answerDecision', who, { ...of, option, ...more });
  const outcomes = async (who: Member) => {
    const { deliveries } = await answer(200, server, 'listDeliveries', who, { state: 'all' });
    return deliveries.map(({ expects, outcome, state }) => `${expects} ${outcome ?? state}`);
  };
  async function follow(who: Member) {
    const stream = await openStream(server, who, { lastEventId: 0 });
    onTestFinished(stream.leave);
    return () => stream.events.flatMap(({ event, data }) => (event === 'decision' ? [data as Input] : []));
  }

  it('asks each voter once, and its end settles, expires and tells', async () => {
    const { ada, bob, eve } = await crewOf();
    const events = await follow(eve);
    const of = await opened(ada, { voters: [bob.id, eve.id], text: 'Everything is green.' });
    const { delivery, message } = await answer(200, server, 'claimDelivery', bob);
    expect([delivery, message]).toMatchObject([
      { senderId: ada.id, expects: 'answer' },
      { ...of, expects: 'answer' },
    ]);
    // Talking about it answers nothing.
    await answer(200, server, 'sendMessage', bob, { content: 'Is it?', replyTo: (message as { id: string }).id });
    expect(await outcomes(bob)).toEqual(['answer claimed']);
    const ended = await choose(bob, of, 'approve', { reason: 'It is.' });
    expect(ended).toMatchObject({ state: 'decided', outcome: 'approve', endedBy: bob.id });
    expect([await outcomes(bob), await outcomes(eve)]).toEqual([['answer answered'], ['answer expired']]);
    expect(await outcomes(ada)).toEqual(['nothing queued']);
    expect(await read(eve, of)).toMatchObject({
      text: 'Everything is green.',
      voters: [{ reason: 'It is.', option: 'approve' }, { answered: false }],
    });
    expect((await answer(200, server, 'claimDelivery', ada)).message).toMatchObject({
      ...of,
      content: 'The decision "Ship it?" has ended: "Approve"',
    });
    await eventually(() => events().length === 3);
    expect(events()).toMatchObject([
      { action: 'opened', state: 'open', actorId: ada.id, voters: [{ participantId: bob.id, speaker: 'guest' }, {}] },
      { action: 'answered', option: 'approve', actorId: bob.id, state: 'decided' },
      { action: 'ended', state: 'decided', outcome: 'approve', tally: [{ option: 'approve', count: 1 }, {}] },
    ]);
    expect(await answer(409, server, 'answerDecision', eve, { ...of, option: 'reject' })).toMatchObject({
      code: 'decision_ended',
      outcome: 'approve',
    });
  });

  it('ends with its time: at once for readers, and soon with an event and a message to who opened it', async () => {
    const { owner, ada, bob } = await crewOf();
    const events = await follow(bob);
    const of = await opened(owner, { voters: [bob.id], rule: 'all', expiresInSeconds: 60, fallback: 'reject' });
    const lapses = await opened(ada, { voters: [bob.id], expiresInSeconds: 90 });
    vi.setSystemTime(Date.now() + 61_000);
    expect(await read(bob, of)).toMatchObject({ state: 'decided', outcome: 'reject' });
    expect(await answer(409, server, 'answerDecision', bob, { ...of, option: 'approve' })).toMatchObject({ outcome: 'reject' });
    await eventually(() => events().some(({ state }) => state === 'decided'));
    expect((await answer(200, server, 'claimDelivery', owner)).message).toMatchObject(of);
    expect(await outcomes(bob)).toEqual(['answer expired', 'answer queued']);
    vi.setSystemTime(Date.now() + 30_000);
    await eventually(() => events().some(({ state }) => state === 'lapsed'));
    expect((await answer(200, server, 'claimDelivery', ada)).message).toMatchObject({ ...lapses, senderId: ada.id });
    expect((await answer(200, server, 'listDecisions', bob)).decisions).toEqual([]);
    expect((await answer(200, server, 'listDecisions', bob, { state: 'all', mine: true })).decisions).toHaveLength(2);
    expect((await answer(200, server, 'listDecisions', ada, { state: 'all', mine: true })).decisions).toHaveLength(1);
  });

  it('lapses once nobody can answer any more, because all others have left', async () => {
    const { owner, ada, bob, eve } = await crewOf();
    const events = await follow(owner);
    const of = await opened(ada, { voters: [bob.id, eve.id, ada.id], rule: 'majority' });
    await choose(ada, of, 'approve');
    await answer(200, server, 'leaveSpace', bob);
    expect(await read(owner, of)).toMatchObject({ state: 'open' });
    await answer(200, server, 'kickParticipant', owner, { participantId: eve.id });
    await eventually(() => events().some(({ action }) => action === 'ended'));
    expect(await read(owner, of)).toMatchObject({ state: 'lapsed', voters: [{}, {}, { answered: true }] });
  });

  it('approves exactly the pinned version: the record says when the text has moved on', async () => {
    const { owner, ada } = await crewOf();
    const { id: artifactId } = await answer(200, server, 'createArtifact', ada, {
      name: 'Plan',
      type: 'markdown',
      content: 'one\n',
    });
    const of = await opened(ada, { artifact: { artifactId, version: 1 } });
    await answer(200, server, 'writeArtifact', ada, { artifactId, content: 'two\n', lock: 'auto', baseVersion: 1 });
    for (const wrong of [{}, { version: 2 }]) {
      const refused = await answer(409, server, 'answerDecision', owner, { ...of, option: 'approve', ...wrong });
      expect(refused).toMatchObject({
        code: 'version_conflict',
        pinned: 1,
        currentVersion: 2,
        diff: { from: 1, to: 2, added: 1, removed: 1 },
      });
    }
    expect(await answer(403, server, 'answerDecision', ada, { ...of, option: 'approve', version: 1 })).toMatchObject({
      code: 'own_work',
    });
    const { artifact } = await choose(owner, of, 'approve', { version: 1 });
    expect(artifact).toMatchObject({ version: 1, currentVersion: 2, changedSince: true });
    const record = await fetch(`${server.url}/hub/space/${owner.spaceId}/decisions/${of.decisionId}`, {
      headers: { 'x-private-key': owner.key, accept: 'text/markdown' },
    });
    expect(record.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await record.text()).toContain(`SHA-256: \`${artifact.sha256}\``);
    expect(await answer(400, server, 'createDecision', ada, { title: 'x', artifact: { artifactId, version: 3 } })).toMatchObject({
      issues: [{ field: 'artifact.version' }],
    });
  });

  it('keeps the answers to a secret one from everybody until its end, in every read and event', async () => {
    const { owner, ada, bob, eve } = await crewOf();
    const events = await follow(owner);
    const of = await opened(ada, { voters: 'all', rule: 'majority', secret: true });
    await choose(bob, of, 'reject', { reason: 'Because of the canary' });
    await eventually(() => events().some(({ action }) => action === 'answered'));
    const everything = JSON.stringify([
      await read(owner, of),
      (await answer(200, server, 'listDecisions', owner)).decisions,
      await answer(200, server, 'catchUp', owner),
      events(),
    ]);
    expect(everything).not.toMatch(/canary|"option":"reject"|"count":1/);
    expect(await read(bob, of)).toMatchObject({
      voters: expect.arrayContaining([expect.objectContaining({ option: 'reject' })]),
    });
    const ended = await answer(200, server, 'closeDecision', owner, { ...of, statement: 'Enough' });
    expect(ended).toMatchObject({ state: 'decided', outcome: 'reject', statement: 'Enough' });
    expect(JSON.stringify(await read(eve, of))).toContain('canary');
  });

  it('survives a restart as it is, with its answers, and an answer can still be changed', async () => {
    const { owner, ada, bob, eve } = await crewOf();
    const voters = { voters: [bob.id, eve.id, owner.id] };
    const [one, two] = [await opened(ada, { ...voters, rule: 'majority', text: 'Long' }), await opened(ada, voters)];
    await choose(bob, one, 'reject', { reason: 'No' });
    await choose(eve, two, 'approve');
    const all = () => Promise.all([one, two].map((of) => read(owner, of)));
    const before = await all();
    await server.stop();
    server = await serve(place.settings);
    expect(await all()).toEqual(before);
    await choose(bob, one, 'approve');
    expect(await choose(eve, one, 'approve')).toMatchObject({ state: 'decided', outcome: 'approve' });
    expect((await read(owner, one)).voters[0]).not.toHaveProperty('reason');
  });

  it('400 if 100 are open, and 409 beyond 1,000 in all', async () => {
    const { owner, ada } = await crewOf();
    const create = (i: number) => ask(server, 'createDecision', ada, { title: `Decision ${i}` });
    const statuses = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, (_, i) => create(i)))).map(({ status }) => status);
    // An addressee has at most 100 open deliveries of one sender.
    expect((await statuses(103)).filter((status) => status !== 200)).toEqual([400, 400, 400]);
    for (let made = 100; made < 1_000; made += 100) {
      const { decisions } = await answer(200, server, 'listDecisions', owner, { limit: 50 });
      const rest = (await answer(200, server, 'listDecisions', owner, { limit: 50, before: decisions.at(-1)!.sequence }))
        .decisions;
      await Promise.all(
        [...decisions, ...rest].map(({ decisionId }) => answer(200, server, 'withdrawDecision', ada, { decisionId })),
      );
      await statuses(100);
    }
    expect(await create(0)).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
  });
});
