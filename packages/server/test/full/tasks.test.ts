import { answer, ask, meeting, openStream, type Input, type Member } from '@parley/testing';
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
  const submit = (who: Member, of: Input) => answer(200, server, 'submitTask', who, { ...of, evidence });
  const stateOf = async (who: Member, of: Input) => (await answer(200, server, 'getTask', who, of)).state;
  async function follow(who: Member) {
    const stream = await openStream(server, who, { lastEventId: 0 });
    onTestFinished(stream.leave);
    const tasks = () => stream.events.filter(({ event }) => event === 'task').map(({ data }) => data as Input);
    return { tasks, actions: () => tasks().map(({ action }) => action) };
  }

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
    expect((await answer(200, server, 'getSpace', eve)).tasks).toEqual({ open: 1, claimed: 0, submitted: 0 });
    expect(await answer(409, server, 'submitTask', bob, { ...of, leaseId, evidence })).toMatchObject({ code: 'lease_lost' });
    await eventually(() => stream.actions().includes('lapsed'));
    expect(stream.tasks().at(-1)).toMatchObject({ action: 'lapsed', state: 'open', actorId: bob.id, claimedBy: bob.id });
    expect(await answer(200, server, 'claimTask', eve, of)).toMatchObject({ attempt: 2, claimedBy: eve.id });
    for (const name of ['renewTask', 'releaseTask'] as const)
      expect(await answer(409, server, name, bob, { ...of, leaseId })).toMatchObject({ code: 'task_claimed' });
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
});
