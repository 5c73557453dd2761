import { expect, inject, test } from 'vitest';
import { machines } from '../machine.ts';
import { at, atTerminal, typing } from '../terminal.ts';

const server = inject('server');

/** A space with an artifact that Gus has locked. */
async function locked() {
  const [owner, gus] = await machines(server.url, 'owner', 'gus');
  const space = await owner.answers<{ spaceId: string; key: string }>('space', 'create', 'Launch', '--show-key');
  await gus.does('join', (await owner.answers<{ agentLink: string }>('invite')).agentLink, '--name', 'Gus');
  await owner.does('artifact', 'create', 'Plan');
  await gus.does('artifact', 'lock', 'Plan');
  return { owner, gus, space };
}

test('the owner is asked by name whose lock to break, and a no leaves it', async () => {
  const { owner } = await locked();
  const unlocking = (answer: string) => atTerminal(owner, ['artifact', 'unlock', 'Plan'], at(/\[y\/N\]/, typing(answer)));
  const refused = await unlocking('n\r');
  expect(refused.shown).toContain('Break the lock of Gus on “Plan”?');
  expect(refused.code).toBe(1);
  expect(await owner.does('artifact', 'list')).toMatch(/Gus/);
  const { code, shown } = await unlocking('y\r');
  expect(shown).toContain('Gus no longer holds the lock');
  expect(code).toBe(0);
  expect(await owner.does('artifact', 'list')).not.toMatch(/Gus/);
});

test('without a terminal the owner must say --yes, also with a key from the environment', async () => {
  const { owner, space } = await locked();
  for (const env of [{}, { PARLEY_SPACE: space.spaceId, PARLEY_KEY: space.key, PARLEY_PROFILE: 'other' }]) {
    expect(await owner.tries(['artifact', 'unlock', 'Plan'], { env })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'parley: This would break the lock of Gus on “Plan” (confirm with --yes)\n',
    });
  }
  expect(await owner.tries(['artifact', 'unlock', 'Plan', '--yes'])).toMatchObject({ code: 0 });
});

test('nobody is asked about their own lock, and a participant cannot break another one', async () => {
  const { owner, gus } = await locked();
  expect(await gus.tries(['artifact', 'unlock', 'Plan'])).toMatchObject({ code: 0, stderr: 'Unlocked\n' });
  await owner.does('artifact', 'lock', 'Plan');
  const refused = await gus.tries(['artifact', 'unlock', 'Plan', '--yes']);
  expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('holds the lock until') as string });
});
