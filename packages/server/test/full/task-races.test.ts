import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, meeting, startServer, type Input, type Member } from '@parley/testing';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { raceScene } from '../race-scene.ts';

interface Step {
  taskId: string;
  action: string;
  actorId: string;
  claimedBy?: string;
}

const scene = raceScene();
const { any, nth } = scene;
const create = (who: Member, wish: Input = {}) => answer(200, any(), 'createTask', who, { title: 'Work', ...wish });

/** As if the lease had been held for too long; a changed `rev` makes every process read it. */
const age = (taskId: string) =>
  // The head first, as the server does: otherwise the two deadlock.
  scene.sql(`select 1 from space_heads where space_id = (select space_id from tasks where task_id = '${taskId}') for update;
    with aged as (update tasks set lease_expires_ms = 1 where task_id = '${taskId}' and lease_expires_ms is not null returning space_id)
    update space_heads h set rev = h.rev + 1 from aged where h.space_id = aged.space_id`);

/** What happened to tasks, in the order of the log. */
async function follow(who: Member) {
  const stream = await scene.follow(who);
  return () => stream.events.flatMap(({ event, data }) => (event === 'task' ? [data as unknown as Step] : []));
}

/** Checks that one participant at a time worked on each task, and returns how each ended. */
function livesOf(steps: readonly Step[]): Map<string, { state: string; claims: number }> {
  const lives = new Map<string, { state: string; claims: number; worker: string | undefined }>();
  for (const { taskId, action, actorId, claimedBy } of steps) {
    const life = lives.get(taskId) ?? { state: '', claims: 0, worker: undefined };
    lives.set(taskId, life);
    const from = { created: [''], claimed: ['open'], released: ['claimed'], lapsed: ['claimed'], submitted: ['claimed'] };
    const permitted = (from as Record<string, string[]>)[action] ?? ['submitted'];
    expect(permitted, `${action} of a task that is ${life.state}`).toContain(life.state);
    if (action === 'claimed') Object.assign(life, { worker: actorId, claims: life.claims + 1 });
    else if (life.worker !== undefined) expect(claimedBy).toBe(life.worker);
    const isOpen = action === 'created' || action === 'released' || action === 'lapsed';
    if (isOpen) life.worker = undefined;
    if (action === 'verified') expect(actorId, 'own work').not.toBe(life.worker);
    life.state = isOpen ? 'open' : action === 'returned' ? 'claimed' : action;
  }
  return lives;
}

test('one of many concurrent claims on three processes wins, and all others get its holder and the time', async () => {
  const { owner, crew } = await meeting(any(), 12);
  for (let round = 0; round < 12; round += 1) {
    const meant = round % 2 === 0 ? {} : { for: crew.slice(0, 3).map(({ id }) => id) };
    const { taskId } = await create(owner, meant);
    const answers = await Promise.all(crew.map((member, i) => ask(nth(i + round), 'claimTask', member, { taskId })));
    const winners = crew.filter((_, i) => answers[i]!.status === 200);
    expect(winners).toHaveLength(1);
    const [winner] = winners as [Member];
    const { leaseExpiresAt } = answers.find(({ status }) => status === 200)!.body;
    for (const { status, body } of answers.filter(({ status }) => status !== 200))
      expect([status, body]).toMatchObject([409, { code: 'task_claimed', claimedBy: winner.id, leaseExpiresAt }]);
    await answer(200, any(), 'releaseTask', winner, { taskId });
    await answer(200, any(), 'cancelTask', owner, { taskId });
  }
});

test('a participant who claims several at once gets one', async () => {
  const { owner, crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  for (let round = 0; round < 5; round += 1) {
    const tasks = await Promise.all([0, 1, 2, 3, 4, 5].map(() => create(owner)));
    const answers = await Promise.all(tasks.map(({ taskId }, i) => ask(nth(i), 'claimTask', ada, { taskId })));
    const won = answers.flatMap(({ status, body }) => (status === 200 ? [body.taskId] : []));
    expect(won).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'limit_reached']));
    await answer(200, any(), 'releaseTask', ada, { taskId: won[0]! });
  }
});

test('one of a concurrent submission, release, expiry and departure wins, and nobody works on the task twice', async () => {
  const rounds = 24;
  const { owner, crew } = await meeting(any(), rounds + 1);
  const [eve, ...workers] = crew as [Member, ...Member[]];
  const steps = await follow(owner);
  for (const [round, worker] of workers.entries()) {
    const { taskId } = await create(owner);
    const { leaseId } = await answer(200, any(), 'claimTask', worker, { taskId });
    const evidence = { note: 'Done' };
    const others = [
      () => ask(nth(round + 1), 'releaseTask', worker, { taskId, leaseId }),
      () => ask(nth(round + 1), 'leaveSpace', worker),
      () => ask(nth(round + 1), 'kickParticipant', owner, { participantId: worker.id }),
      () => age(taskId),
    ];
    const [submitted, taken] = await Promise.all([
      ask(nth(round), 'submitTask', worker, { taskId, leaseId, evidence }),
      ask(nth(round + 2), 'claimTask', eve, { taskId }),
      others[round % others.length]!(),
    ]);
    expect([200, 401, 409]).toContain(submitted.status);
    expect([200, 409]).toContain(taken.status);
    expect(submitted.status === 200 && taken.status === 200, 'both did it').toBe(false);
    const read = await answer(200, any(), 'getTask', owner, { taskId });
    if (submitted.status === 200) expect(read).toMatchObject({ state: 'submitted', claimedBy: worker.id });
    else if (taken.status === 200) expect(read).toMatchObject({ state: 'claimed', claimedBy: eve.id });
    else expect(read.state).toBe('open');
    await answer(200, any(), 'cancelTask', owner, { taskId });
  }
  await eventually(() => steps().filter(({ action }) => action === 'cancelled').length === rounds);
  const isOver = ({ state }: { state: string }) => state === 'cancelled';
  // A task can be cancelled in any state.
  expect([...livesOf(steps().filter(({ action }) => action !== 'cancelled')).values()].some(isOver)).toBe(false);
});

test('one of a concurrent verification, return and cancellation wins', async () => {
  const { owner, crew } = await meeting(any(), 2);
  const [ada, bob] = crew as [Member, Member];
  for (let round = 0; round < 12; round += 1) {
    const { taskId } = await create(ada);
    await answer(200, any(), 'claimTask', bob, { taskId });
    await answer(200, any(), 'submitTask', bob, { taskId, evidence: { note: 'Done' } });
    const [verified, returned, again] = await Promise.all([
      ask(nth(round), 'verifyTask', owner, { taskId }),
      ask(nth(round + 1), 'returnTask', ada, { taskId, note: 'More' }),
      ask(nth(round + 2), 'verifyTask', ada, { taskId }),
    ]);
    const won = [verified, returned, again].filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const read = await answer(200, any(), 'getTask', bob, { taskId });
    expect(read.state).toBe(won[0] === returned ? 'claimed' : 'verified');
    if (read.state === 'claimed') await answer(200, any(), 'cancelTask', owner, { taskId });
  }
});

test('every task is done exactly once, whatever expires and whichever process is killed', async () => {
  const [hands, count, kills] = [4, 24, 3];
  const { owner, crew } = await meeting(any(), hands);
  /** What each worker was told to have done. */
  const done = new Map<string, string[]>();
  let isOver = false;

  /** Repeats an unanswered write with its key until it is answered. */
  async function once(name: 'claimTask' | 'submitTask' | 'verifyTask' | 'createTask', who: Member, input: Input) {
    for (const key = randomUUID(); ;) {
      const answered = await ask(any(), name, who, input, key).catch(() => undefined);
      if (answered && [200, 403, 409].includes(answered.status)) return answered;
      await sleep(20);
    }
  }
  const listed = async (who: Member) => {
    const { status, body } = await ask(any(), 'listTasks', who, { limit: 100 });
    return status === 200 ? body.tasks : [];
  };

  async function work(worker: Member): Promise<void> {
    while (!isOver) {
      const open = (await listed(worker).catch(() => [])).filter(({ state }) => state === 'open');
      const task = open[randomInt(Math.max(1, open.length))];
      if (!task) {
        await sleep(20);
        continue;
      }
      const { status, body } = await once('claimTask', worker, { taskId: task.taskId });
      if (status !== 200) continue;
      if (randomInt(4) === 0) await age(task.taskId);
      const submitted = await once('submitTask', worker, {
        taskId: task.taskId,
        leaseId: body.leaseId,
        evidence: { note: worker.id },
      });
      if (submitted.status === 200) done.set(task.taskId, [...(done.get(task.taskId) ?? []), worker.id]);
    }
  }
  const verified = new Set<string>();
  async function verify(): Promise<void> {
    while (verified.size < count) {
      const submitted = (await listed(owner).catch(() => [])).filter(({ state }) => state === 'submitted');
      for (const { taskId } of submitted) if ((await once('verifyTask', owner, { taskId })).status === 200) verified.add(taskId);
      if (submitted.length === 0) await sleep(20);
    }
  }

  for (let i = 0; i < count; i += 1) await once('createTask', owner, { title: `Task ${i}` });
  const working = Promise.all(crew.map(work));
  const verifying = verify();
  for (let i = 0; i < kills; i += 1) {
    await scene.servers[i]!.kill();
    scene.servers[i] = await startServer(scene.settings);
  }
  await verifying;
  isOver = true;
  await working;
  expect([...done.keys()].toSorted()).toEqual([...verified].toSorted());
  for (const workers of done.values()) expect(workers, 'done twice').toHaveLength(1);
  const steps = await follow(owner);
  await eventually(() => steps().filter(({ action }) => action === 'verified').length === count);
  for (const [taskId, { state }] of livesOf(steps())) {
    expect(state).toBe('verified');
    expect(steps().filter((step) => step.taskId === taskId && step.action === 'submitted')).toMatchObject([
      { actorId: done.get(taskId)![0]! },
    ]);
  }
}, 600_000);
