import { expect, inject, test } from 'vitest';
import { ForbiddenError, LeaseLostError, TaskClaimedError } from '../../src/index.ts';
import { connect, eventually, listen, meeting } from '../meeting.ts';

const failed = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => 'succeeded',
    (error: unknown) => error,
  );

test('of two who claim a task at once, one does it, and the creator returns and verifies it', async () => {
  const [owner, bob, eve] = await meeting(connect(inject('server').url), 'Bob', 'Eve');
  const { heard } = listen(owner.events({ after: 0 }));
  const created = await owner.tasks.create({ title: 'Check', text: 'All dates', for: ['Bob', eve!.participantId!] });
  expect([created.state, created.view.for]).toEqual(['open', [bob!.participantId, eve!.participantId]]);
  const seen = await Promise.all([bob!, eve!].map(({ tasks }) => tasks.get(created.id)));
  const claims = await Promise.all(seen.map((task) => failed(task.claim())));
  const [winner, loser] = claims[0] === 'succeeded' ? seen : [seen[1]!, seen[0]!];
  const refusal = claims.find((each) => each !== 'succeeded');
  expect(refusal).toBeInstanceOf(TaskClaimedError);
  expect(refusal).toMatchObject({ claimedBy: winner!.space.participantId, leaseExpiresAt: winner!.view.leaseExpiresAt });
  expect([winner!.isHeld, winner!.text, loser!.isHeld]).toEqual([true, 'All dates', false]);
  await winner!.submit({ note: 'Done' });
  expect(await failed(winner!.verify())).toBeInstanceOf(ForbiddenError);
  const submitted = await owner.tasks.get(created.view.title.toUpperCase());
  expect((await owner.tasks.get(`#${(await owner.tasks.list())[0]!.view.sequence}`)).id).toBe(created.id);
  await submitted.return('One is a Sunday');
  await winner!.resume();
  await winner!.submit({ note: 'Now all are Mondays' });
  // What was read is not what was submitted last.
  expect(await failed(submitted.verify())).toMatchObject({ code: 'task_conflict' });
  await submitted.read();
  await submitted.verify();
  expect([submitted.state, await owner.tasks.list()]).toEqual(['verified', []]);
  expect(await owner.tasks.list({ state: 'all', mine: true })).toMatchObject([{ id: created.id, state: 'verified' }]);
  const actions = () => heard.flatMap((event) => (event.type === 'task' ? [event.data.action] : []));
  await eventually(() => actions().includes('verified'));
  expect(actions()).toEqual(['created', 'claimed', 'submitted', 'returned', 'submitted', 'verified']);
  await owner.close();
});

test('a task that is cancelled while somebody works on it ends the work', async () => {
  const [owner, bob] = await meeting(connect(inject('server').url), 'Bob');
  const created = await owner.tasks.create({ title: 'Check' });
  const task = await bob!.tasks.get(created.id);
  await task.claim({ leaseSeconds: 10 });
  await created.cancel();
  await eventually(() => task.signal.aborted);
  expect(task.signal.reason).toBeInstanceOf(LeaseLostError);
  expect(task.isHeld).toBe(false);
  expect(await failed(task.release())).toBeInstanceOf(LeaseLostError);
  await owner.close();
});
