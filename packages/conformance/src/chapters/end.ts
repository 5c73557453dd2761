import { conflictsWhenOver } from '@parley/core';
import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { fitting, servedWith, type Scene } from '../requests.ts';
import { addition, additions, group, promise } from '../runner/promises.ts';
import { everybody, openSpace } from '../scenes.ts';
import { target } from '../target.ts';
import { call, covers, operations } from '../wire/call.ts';

const guarded = servedWith((name) => !['none', 'session', 'identity'].includes(operations[name].auth));

const conflicting = guarded.filter((name) => conflictsWhenOver(operations[name]));
const others = guarded.filter((name) => !conflictsWhenOver(operations[name]));

async function closed(): Promise<Scene> {
  const scene = await everybody();
  const { body } = await covers('closeSpace', 200, scene.owner);
  expect(body.ok).toBe(true);
  return scene;
}

/** Its lifetime begins to end once the scene is prepared. Only Parley can change one; others need one that is long enough. */
async function expired(): Promise<Scene> {
  const scene = await everybody(target().specOnly ? { ttl: 10 } : {});
  if (!target().specOnly) await covers('updateSpace', 200, scene.owner, { ttl: 1 });
  await eventually(async () => (await call('getSpace', scene.owner)).status !== 200);
  return scene;
}

additions.each([
  ['closed', closed],
  ['expired', expired],
])('a space that is %s', (_, end) => {
  let over: Promise<Scene> | undefined;
  const scene = () => (over ??= end());

  promise.each(conflicting)('409 for %s', async (name) => {
    const { caller, input } = fitting(name, await scene());
    expect((await covers(name, 409, caller, input)).body).toMatchObject({ code: 'space_closed' });
  });

  promise.each(others)('401 for %s', async (name) => {
    const { caller, input } = fitting(name, await scene());
    await covers(name, 401, caller, input);
  });
});

promise.each([
  ['closed', closed],
  ['expired', expired],
])('a space that is %s admits nobody: 401 or 409', async (_, end) => {
  const scene = await end();
  for (const name of guarded) {
    const { caller, input } = fitting(name, scene);
    expect([401, 409], name).toContain((await call(name, caller, input)).status);
  }
});

group('a lifetime', () => {
  promise('counts down', async () => {
    const owner = await openSpace({ ttl: 100 });
    const { body } = await covers('getSpace', 200, owner);
    await eventually(async () => (await covers('getSpace', 200, owner)).body.ttlRemaining < body.ttlRemaining);
  });

  addition('can be one second', async () => {
    const owner = await openSpace({ ttl: 1 });
    await eventually(async () => (await call('updateSpace', owner, { name: 'Late' })).status === 409);
  });
});
