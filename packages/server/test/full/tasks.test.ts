import { answer, ask, createArtifact, meeting, openStream, type Input, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

describe.each(databases)('a task on %s', (_, open) => {
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

  /** The owner, Ada who creates tasks, and two who work. */
  async function crewOf(space: Input = {}) {
    const { owner, crew } = await meeting(server, 3, space);
    const [ada, bob, eve] = crew as [Member, Member, Member];
    return { owner, ada, bob, eve };
  }
  const create = async (who: Member, wish: Input = {}) => {
    const created = await answer(200, server, 'createTask', who, { title: 'Check the dates', ...wish });
    return { ...created, of: { taskId: created.taskId } };
  };
  const evidence = { note: 'All are Mondays' };
  const submit = (who: Member, of: Input, proof: Input = evidence) =>
    answer(200, server, 'submitTask', who, { ...of, evidence: proof });
  const claimMessage = (who: Member) => answer(200, server, 'claimDelivery', who);
  const stateOf = async (who: Member, of: Input) => (await answer(200, server, 'getTask', who, of)).state;
  async function follow(who: Member) {
    const stream = await openStream(server, who, { lastEventId: 0 });
    onTestFinished(stream.leave);
    const tasks = () => stream.events.filter(({ event }) => event === 'task').map(({ data }) => data as Input);
    return { tasks, actions: () => tasks().map(({ action }) => action) };
  }

  it('is created, claimed, submitted and verified, and everybody sees each step', async () => {
    const { owner, ada, bob, eve } = await crewOf();
    const stream = await follow(eve);
    const artifactId = await createArtifact(server, ada, '# Plan');
    const text = 'Each should be a Monday';
    const { of, to, ...created } = await create(ada, { text, artifactId });
    expect(created).toMatchObject({ state: 'open', createdBy: ada.id, artifactId, attempt: 0, revision: 0 });
    expect([to, created.for]).toEqual([[], undefined]);
    expect(await answer(200, server, 'getTask', eve, of)).toEqual({ ...created, sequence: expect.any(Number), text });
    const claimed = await answer(200, server, 'claimTask', bob, { ...of, leaseSeconds: 60 });
    expect(claimed).toMatchObject({ state: 'claimed', claimedBy: bob.id, attempt: 1, text, leaseId: expect.any(String) });
    const read = await answer(200, server, 'getTask', eve, of);
    expect(read).toMatchObject({ state: 'claimed', claimedBy: bob.id, leaseExpiresAt: claimed.leaseExpiresAt });
    expect(read).not.toHaveProperty('leaseId');
    expect(await answer(409, server, 'claimTask', eve, of)).toMatchObject({
      ...{ code: 'task_claimed', claimedBy: bob.id, leaseExpiresAt: claimed.leaseExpiresAt },
    });
    const submitted = await submit(bob, of, { artifactId, version: 1 });
    expect(submitted).toMatchObject({ state: 'submitted', revision: 1, evidence: { artifactId, version: 1 } });
    expect(submitted).not.toHaveProperty('leaseExpiresAt');
    const asked = await claimMessage(ada);
    expect(asked.message).toMatchObject({ ...of, senderId: bob.id, content: 'I submitted the task "Check the dates"' });
    expect(asked.delivery).toMatchObject({ expects: 'ack' });
    expect(await answer(403, server, 'verifyTask', bob, of)).toMatchObject({ code: 'own_work' });
    expect(await answer(401, server, 'verifyTask', eve, of)).toMatchObject({ code: 'key_wrong_type' });
    const verified = await answer(200, server, 'verifyTask', owner, { ...of, revision: 1 });
    expect(verified).toMatchObject({ state: 'verified', endedBy: owner.id, claimedBy: bob.id });
    expect(await answer(200, server, 'getTask', eve, of)).toMatchObject({ ...verified, text });
    const told = await claimMessage(bob);
    expect(told.message).toMatchObject({ ...of, senderId: owner.id, content: 'I verified the task "Check the dates"' });
    expect(told.delivery).toMatchObject({ expects: 'nothing', outcome: 'acknowledged' });
    for (const name of ['claimTask', 'verifyTask', 'cancelTask', 'releaseTask'] as const)
      expect(await answer(409, server, name, ada, of)).toMatchObject({ code: 'task_ended' });
    await eventually(() => stream.actions().length === 4);
    expect(stream.actions()).toEqual(['created', 'claimed', 'submitted', 'verified']);
    expect(stream.tasks()[2]).toMatchObject({ ...of, actorId: bob.id, createdBy: ada.id, evidence: { artifactId, version: 1 } });
    // Nobody is asked any more.
    for (const who of [owner, ada, bob]) {
      const { deliveries } = await answer(200, server, 'listDeliveries', who, {});
      expect(deliveries.filter(({ deliveryId }) => deliveryId !== asked.delivery!.deliveryId)).toEqual([]);
    }
  });

  it('asks those whom it is for, until it is claimed or has ended', async () => {
    const { owner, ada, bob, eve } = await crewOf();
    const { of, to } = await create(ada, { for: [bob.id, eve.id] });
    expect(to).toEqual([bob.id, eve.id]);
    const { message } = await claimMessage(bob);
    expect(message).toMatchObject({ ...of, content: 'I created the task "Check the dates" for you' });
    await answer(200, server, 'claimTask', bob, of);
    const outcomes = async () => {
      const { deliveries } = await answer(200, server, 'listDeliveries', ada, { role: 'sender', state: 'all' });
      return Object.fromEntries(deliveries.map(({ participantId, outcome, state }) => [participantId, outcome ?? state]));
    };
    expect(await outcomes()).toEqual({ [bob.id]: 'acknowledged', [eve.id]: 'queued' });
    await submit(bob, of);
    expect(await outcomes()).toEqual({ [bob.id]: 'acknowledged', [eve.id]: 'withdrawn' });
    await answer(200, server, 'verifyTask', ada, of);
    const answered = await answer(200, server, 'listDeliveries', bob, { role: 'sender', state: 'all' });
    expect(answered.deliveries).toMatchObject([{ participantId: ada.id, outcome: 'replied' }]);
    const other = await create(ada, { for: [eve.id] });
    await answer(200, server, 'cancelTask', owner, other.of);
    expect(await outcomes()).toMatchObject({ [eve.id]: 'withdrawn' });
    for (const wrong of [[ada.id], ['00000000-0000-4000-8000-000000000000']]) {
      const refused = await answer(400, server, 'createTask', ada, { title: 'x', for: wrong });
      expect(refused.issues).toMatchObject([{ field: 'for.0' }]);
    }
  });

  it('goes back to who did it with a note, and continues', async () => {
    const { ada, bob, eve } = await crewOf();
    const { of } = await create(ada);
    await answer(200, server, 'claimTask', bob, of);
    await submit(bob, of);
    expect(await answer(403, server, 'returnTask', bob, { ...of, note: 'No' })).toMatchObject({ code: 'own_work' });
    const returned = await answer(200, server, 'returnTask', ada, { ...of, note: 'One is a Sunday' });
    expect(returned).toMatchObject({ state: 'claimed', claimedBy: bob.id, note: 'One is a Sunday', returnedBy: ada.id });
    expect(returned).not.toHaveProperty('evidence');
    expect((await claimMessage(bob)).message).toMatchObject({
      content: 'I returned the task "Check the dates": One is a Sunday',
    });
    await answer(409, server, 'claimTask', eve, of);
    const again = await submit(bob, of, { note: 'Now a Monday' });
    expect(again).toMatchObject({ revision: 2, evidence: { note: 'Now a Monday' } });
    expect(again).not.toHaveProperty('note');
    expect(await answer(409, server, 'verifyTask', ada, { ...of, revision: 1 })).toMatchObject({ code: 'task_conflict' });
    await answer(200, server, 'verifyTask', ada, { ...of, revision: 2 });
  });

  it('is open again once its lease has expired, at once for readers and soon with an event, unless it was renewed', async () => {
    const { ada, bob, eve } = await crewOf();
    const stream = await follow(ada);
    const { of } = await create(ada);
    const { leaseId } = await answer(200, server, 'claimTask', bob, { ...of, leaseSeconds: 60 });
    const renewed = await answer(200, server, 'renewTask', bob, { ...of, leaseId, leaseSeconds: 600 });
    expect(renewed.leaseId).toBe(leaseId);
    vi.setSystemTime(Date.now() + 500_000);
    expect(await stateOf(eve, of)).toBe('claimed');
    vi.setSystemTime(Date.now() + 101_000);
    expect(await stateOf(eve, of)).toBe('open');
    expect((await answer(200, server, 'listTasks', eve)).tasks).toMatchObject([{ state: 'open', attempt: 1 }]);
    expect(await answer(409, server, 'submitTask', bob, { ...of, leaseId, evidence })).toMatchObject({ code: 'lease_lost' });
    await eventually(() => stream.actions().includes('lapsed'));
    expect(stream.tasks().at(-1)).toMatchObject({ action: 'lapsed', state: 'open', actorId: bob.id, claimedBy: bob.id });
    expect(await answer(200, server, 'claimTask', eve, of)).toMatchObject({ attempt: 2, claimedBy: eve.id });
    for (const name of ['renewTask', 'releaseTask'] as const)
      expect(await answer(409, server, name, bob, { ...of, leaseId })).toMatchObject({ code: 'task_claimed' });
  });

  it.each(['leaves', 'is kicked', 'is muted', 'releases it'])('is open again when its holder %s', async (how) => {
    const { owner, ada, bob, eve } = await crewOf();
    const stream = await follow(ada);
    const [{ of }, done] = [await create(ada), await create(ada)];
    await answer(200, server, 'claimTask', bob, done.of);
    await submit(bob, done.of);
    await answer(200, server, 'claimTask', bob, of);
    if (how === 'leaves') await answer(200, server, 'leaveSpace', bob);
    if (how === 'is kicked') await answer(200, server, 'kickParticipant', owner, { participantId: bob.id });
    if (how === 'is muted') await answer(200, server, 'muteParticipant', owner, { participantId: bob.id });
    if (how === 'releases it') await answer(200, server, 'releaseTask', bob, of);
    expect(await stateOf(eve, of)).toBe('open');
    await answer(200, server, 'claimTask', eve, of);
    await eventually(() => stream.actions().at(-1) === 'claimed');
    expect(stream.tasks().at(-2)).toMatchObject({ ...of, action: 'released', state: 'open', claimedBy: bob.id });
    // What was submitted stays, and if it is returned, it is open unless its worker can continue.
    expect(await stateOf(eve, done.of)).toBe('submitted');
    const returned = await answer(200, server, 'returnTask', ada, { ...done.of, note: 'More' });
    expect(returned.state).toBe(how === 'releases it' ? 'claimed' : 'open');
  });

  it('403 for muted participants who create, claim or submit, and 404 if there is no such task', async () => {
    const { owner, ada, bob } = await crewOf();
    const { of } = await create(ada);
    await answer(200, server, 'muteParticipant', owner, { participantId: bob.id });
    for (const [name, input] of [
      ['createTask', { title: 'x' }],
      ['claimTask', of],
      ['renewTask', of],
      ['submitTask', { ...of, evidence }],
      ['verifyTask', of],
    ] as const)
      expect(await answer(403, server, name, bob, input)).toMatchObject({ code: 'muted' });
    const missing = { taskId: '00000000-0000-4000-8000-000000000000' };
    for (const name of ['getTask', 'claimTask', 'releaseTask', 'verifyTask', 'cancelTask'] as const) {
      for (const who of [ada, bob])
        expect(await answer(404, server, name, who, missing)).toMatchObject({ code: 'task_not_found' });
    }
  });

  it('409 for a second task at a time, unless the space permits more', async () => {
    const { owner, ada, bob } = await crewOf();
    const [first, second] = [await create(ada), await create(ada)];
    await answer(200, server, 'claimTask', bob, first.of);
    expect(await answer(409, server, 'claimTask', bob, second.of)).toMatchObject({
      code: 'limit_reached',
      error: 'You can work on one task at a time: first submit or release "Check the dates"',
    });
    await answer(200, server, 'updateSpace', owner, { tasksPerParticipant: 2 });
    await answer(200, server, 'claimTask', bob, second.of);
    const roomy = await crewOf({ tasksPerParticipant: 2 });
    for (let i = 0; i < 2; i += 1) await answer(200, server, 'claimTask', roomy.bob, (await create(roomy.ada)).of);
    await answer(409, server, 'claimTask', roomy.bob, (await create(roomy.ada)).of);
  });

  it('400 for evidence that does not exist, and for anything but one kind of it', async () => {
    const { ada, bob } = await crewOf();
    const artifactId = await createArtifact(server, ada, '# Plan');
    const { messageId } = await answer(200, server, 'sendMessage', bob, { content: 'Done' });
    const { of } = await create(ada);
    await answer(200, server, 'claimTask', bob, of);
    const none = '00000000-0000-4000-8000-000000000000';
    for (const [proof, field] of [
      [{ artifactId, version: 2 }, 'evidence.version'],
      [{ artifactId: none, version: 1 }, 'evidence.artifactId'],
      [{ messageId: none }, 'evidence.messageId'],
      [{}, 'evidence'],
      [{ artifactId }, 'evidence'],
      [{ note: 'Done', messageId }, 'evidence'],
      [{ note: ' ' }, 'evidence.note'],
      [{ note: 'x'.repeat(501) }, 'evidence.note'],
    ] as const) {
      const refused = await answer(400, server, 'submitTask', bob, { ...of, evidence: proof });
      expect(refused.issues, JSON.stringify(proof)).toMatchObject([{ field }]);
    }
    expect(await submit(bob, of, { messageId })).toMatchObject({ evidence: { messageId } });
    expect((await answer(400, server, 'createTask', ada, { title: 'x', artifactId: none })).issues).toMatchObject([
      { field: 'artifactId' },
    ]);
  });

  it('is listed newest first, and as mine if I created it, work on it or am meant', async () => {
    const { ada, bob, eve } = await crewOf();
    const [first, second, third] = [await create(ada), await create(bob, { for: [eve.id] }), await create(ada)];
    const listed = async (who: Member, input: Input = {}) =>
      (await answer(200, server, 'listTasks', who, input)).tasks.map(({ taskId }) => taskId);
    const ids = [third, second, first].map(({ taskId }) => taskId);
    expect(await listed(eve)).toEqual(ids);
    const [newest] = (await answer(200, server, 'listTasks', eve, { limit: 1 })).tasks;
    expect(await listed(eve, { before: newest!.sequence, limit: 1 })).toEqual([second.taskId]);
    expect(await listed(eve, { mine: true })).toEqual([second.taskId]);
    await answer(200, server, 'claimTask', eve, first.of);
    expect(await listed(eve, { mine: true })).toEqual([second.taskId, first.taskId]);
    expect(await listed(ada, { mine: true })).toEqual([third.taskId, first.taskId]);
    await answer(200, server, 'cancelTask', bob, second.of);
    expect(await listed(eve)).toEqual([third.taskId, first.taskId]);
    expect(await listed(eve, { state: 'all' })).toEqual(ids);
    expect(await listed(eve, { state: 'all', mine: true })).toEqual([first.taskId]);
    expect(await listed(bob, { state: 'all', mine: true })).toEqual([second.taskId]);
  });

  it('is counted by state in context bundles, which say nothing of tasks where there are none', async () => {
    const { ada, bob } = await crewOf();
    const counts = async () => (await answer(200, server, 'getSpace', bob)).tasks;
    expect(await counts()).toBeUndefined();
    const [first] = [await create(ada), await create(ada)];
    expect(await counts()).toEqual({ open: 2, claimed: 0, submitted: 0 });
    await answer(200, server, 'claimTask', bob, first.of);
    expect(await counts()).toEqual({ open: 1, claimed: 1, submitted: 0 });
    vi.setSystemTime(Date.now() + 301_000);
    expect(await counts()).toEqual({ open: 2, claimed: 0, submitted: 0 });
  });

  it('has the same answer for a retry with the same Idempotency-Key', async () => {
    const { ada, bob, eve } = await crewOf();
    const make = () => answer(200, server, 'createTask', ada, { title: 'Once', text: 'Long', for: [bob.id] }, 'create');
    const created = await make();
    expect(await make()).toEqual(created);
    const of = { taskId: created.taskId };
    const claim = () => answer(200, server, 'claimTask', bob, of, 'claim');
    const claimed = await claim();
    expect(claimed).toMatchObject({ leaseId: expect.any(String), text: 'Long' });
    expect(await claim()).toEqual(claimed);
    await answer(200, server, 'submitTask', bob, { ...of, evidence }, 'submit');
    expect(await answer(200, server, 'submitTask', bob, { ...of, evidence }, 'submit')).toMatchObject({ revision: 1 });
    expect((await answer(200, server, 'listTasks', eve)).tasks).toHaveLength(1);
    const { deliveries } = await answer(200, server, 'listDeliveries', bob, { role: 'sender' });
    expect(deliveries).toHaveLength(1);
  });

  it('survives a restart as it is', async () => {
    const { ada, bob, eve } = await crewOf();
    const [claimed, done] = [await create(ada, { text: 'Long', for: [bob.id] }), await create(ada)];
    await answer(200, server, 'claimTask', eve, done.of);
    await submit(eve, done.of);
    await answer(200, server, 'verifyTask', ada, done.of);
    const { leaseId } = await answer(200, server, 'claimTask', bob, { ...claimed.of, leaseSeconds: 3_600 });
    const read = () => Promise.all([claimed, done].map(({ of }) => answer(200, server, 'getTask', eve, of)));
    const before = await read();
    await server.stop();
    server = await serve(place.settings);
    expect(await read()).toEqual(before);
    await answer(200, server, 'renewTask', bob, { ...claimed.of, leaseId });
    await submit(bob, claimed.of);
    await answer(200, server, 'verifyTask', ada, claimed.of);
  });

  it('costs agents their budget only where it sends a message, and can be finished without one', async () => {
    const { ada, bob } = await crewOf({ agentBudget: 1 });
    await create(ada);
    await create(ada, { for: [bob.id] });
    expect(await answer(429, server, 'createTask', ada, { title: 'x', for: [bob.id] })).toMatchObject({ code: 'budget_spent' });
    const { of } = await create(ada);
    await answer(200, server, 'claimTask', bob, of);
    await submit(bob, of);
    expect((await answer(200, server, 'listDeliveries', ada, {})).deliveries).toEqual([]);
    await answer(200, server, 'verifyTask', ada, of);
    const { deliveries } = await answer(200, server, 'listDeliveries', bob, {});
    expect(deliveries).toHaveLength(2);
  });

  it('409 if 500 tasks have not ended', async () => {
    const { ada } = await crewOf();
    const made = await Promise.all(Array.from({ length: 510 }, (_, i) => ask(server, 'createTask', ada, { title: `Task ${i}` })));
    const refused = made.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array<string>(10).fill('409 limit_reached'));
    const { taskId } = made.find(({ status }) => status === 200)!.body;
    await answer(200, server, 'cancelTask', ada, { taskId });
    await create(ada);
  });

  it('ends with its space without an event', async () => {
    const { owner, ada, bob } = await crewOf();
    const { of } = await create(ada);
    await answer(200, server, 'claimTask', bob, of);
    await answer(200, server, 'closeSpace', owner);
    await answer(409, server, 'submitTask', bob, { ...of, evidence });
  });
});
