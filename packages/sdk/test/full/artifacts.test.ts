import { describe, expect, inject, test } from 'vitest';
import { ForbiddenError, LockedError, NameTakenError, NotFoundError } from '../../src/index.ts';
import { connect, meeting } from '../meeting.ts';

const server = inject('server');
const failed = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => 'succeeded',
    (error: unknown) => error,
  );

describe('the name of an artifact', () => {
  test('is given once, and NameTakenError says which artifact has it', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    const { id } = await owner.artifacts.create({ name: 'Plan', content: 'one' });
    const error = await failed(bob!.artifacts.create({ name: 'Plan' }));
    expect(error).toBeInstanceOf(NameTakenError);
    const { artifactId } = error as NameTakenError;
    expect(artifactId).toBe(id);
    expect((await bob!.artifacts.get(artifactId)).content).toBe('one');
    expect((await bob!.artifacts.create({ name: 'Plan', ifExists: 'create' })).id).not.toBe(id);
  });

  test('leads agents that start together to one artifact', async () => {
    const spaces = await meeting(connect(server.url), 'Bob', 'Eve');
    const wish = { name: 'Log', content: '# Log\n' };
    const logs = await Promise.all(spaces.map((space) => space.artifacts.getOrCreate(wish)));
    expect(new Set(logs.map(({ id }) => id)).size).toBe(1);
    await logs[0]!.edit({ append: 'first' });
    expect(await spaces[1]!.artifacts.getOrCreate(wish)).toMatchObject({ content: '# Log\nfirst', version: 2 });
  });

  test('is changed, except while another participant holds the lock', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    const plan = await owner.artifacts.create({ name: 'Plan' });
    const same = await bob!.artifacts.get('Plan');
    expect(await same.rename('Final plan')).toMatchObject({ name: 'Final plan', version: 1 });
    expect(same.name).toBe('Final plan');
    await plan.lock();
    expect(await failed(same.rename('Mine'))).toBeInstanceOf(LockedError);
    expect((await plan.refresh()).name).toBe('Final plan');
  });
});

test('a deleted artifact is not found, until the owner restores it with its history', async () => {
  const [owner, bob, eve] = await meeting(connect(server.url), 'Bob', 'Eve');
  const plan = await bob!.artifacts.create({ name: 'Plan', content: 'one' });
  await plan.edit({ content: 'two' });
  expect(await failed((await eve!.artifacts.get(plan.id)).delete())).toBeInstanceOf(ForbiddenError);
  expect(await plan.delete()).toEqual({ ok: true });
  const calls = [plan.refresh(), plan.edit({ append: 'x' }), plan.history(), plan.delete(), bob!.artifacts.get('Plan')];
  for (const error of await Promise.all(calls.map(failed))) expect(error).toBeInstanceOf(NotFoundError);
  expect(await owner.artifacts.list()).toEqual([]);

  expect(await eve!.artifacts.list({ deleted: true })).toEqual([]);
  expect(await failed(eve!.artifacts.restore(plan.id))).toBeInstanceOf(ForbiddenError);
  expect(await bob!.artifacts.list({ deleted: true })).toMatchObject([{ id: plan.id }]);
  const [deleted] = await owner.artifacts.list({ deleted: true });
  expect(deleted!.view).toMatchObject({ id: plan.id, content: 'two', deletedBy: bob!.participantId });
  const restored = await owner.artifacts.restore(deleted!.id);
  expect(restored).toMatchObject({ id: plan.id, name: 'Plan', content: 'two', version: 2 });
  expect(await restored.history()).toHaveLength(2);
  expect(await plan.refresh()).toEqual(restored.view);
  expect(await failed(owner.artifacts.restore(plan.id))).toMatchObject({ name: 'ConflictError', code: 'status_conflict' });
});
