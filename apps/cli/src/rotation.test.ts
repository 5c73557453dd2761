import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Space } from '@parley/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { KeptSpaces } from './keys/kept-spaces.ts';
import { Rotations } from './keys/rotations.ts';
import { Secrets } from './keys/secrets.ts';
import type { Keychain } from './keys/system-keychain.ts';
import { rotateKey, unlocked } from './rotation.ts';

/** A server that replaces keys as Parley does. */
function replacing() {
  let present = 'key 0';
  const answered = new Map<string, string>();
  return {
    isPresent: (key: string) => key === present,
    rotate(key: string, idempotencyKey: string): string {
      const scope = `${key} ${idempotencyKey}`;
      const before = answered.get(scope);
      if (before !== undefined) return before;
      if (key !== present) throw Object.assign(new Error('revoked'), { code: 'key_revoked' });
      present = createHash('sha256').update(scope).digest('hex');
      answered.set(scope, present);
      return present;
    },
  };
}

/** A profile with a space, and processes that use it. */
async function profile() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-rotation-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = replacing();
  const client = (key: string): Pick<Space, 'rotateKey'> => ({
    rotateKey: async ({ idempotencyKey = randomUUID(), store }) => {
      await store(server.rotate(key, idempotencyKey));
    },
  });
  const process = () => ({
    spaces: new KeptSpaces(folder, new Secrets(folder, { keychain: {} as Keychain, setting: 'off', note: () => {} })),
    rotations: new Rotations(folder),
    options: {},
    baseUrl: 'http://parley.test',
    open: async ({ key }: { key: string }) => client(key) as Space,
  });
  const { spaces, baseUrl } = process();
  const kept = await spaces.keep({ spaceId: 'space', name: 'Plan', baseUrl, role: 'owner', key: 'key 0' });
  return { server, process, kept };
}

test('a process that stands still before it stores a key does not overwrite one that replaced it', async () => {
  const { server, process, kept } = await profile();
  const slow = process();
  const keep = slow.spaces.keep.bind(slow.spaces);
  let stands = () => {};
  const isStanding = new Promise<void>((resolve) => (stands = resolve));
  let goOn = () => {};
  const paused = new Promise<void>((resolve) => (goOn = resolve));
  slow.spaces.keep = async (...given) => {
    stands();
    await paused;
    return keep(...given);
  };
  const first = rotateKey(slow, kept);
  await isStanding;
  const others = unlocked(process(), kept).then(() => rotateKey(process(), kept));
  // They wait for the slow one. If they did not, they would usually be done by then.
  await Promise.race([others, sleep(1_000)]);
  goOn();
  await Promise.all([first, others]);
  const { key } = await unlocked(process(), kept);
  expect(server.isPresent(key)).toBe(true);
});

test('processes that replace a key at the same time leave the one that works', async () => {
  const { server, process, kept } = await profile();
  await Promise.all(Array.from({ length: 4 }, () => rotateKey(process(), kept).catch(() => undefined)));
  const { key } = await unlocked(process(), kept);
  expect(key).not.toBe('key 0');
  expect(server.isPresent(key)).toBe(true);
});

test('a space that gets another alias keeps the key that another process stored meanwhile', async () => {
  const { server, process, kept } = await profile();
  await rotateKey(process(), kept);
  await process().spaces.use(kept, 'other');
  const { key, kept: now } = await unlocked(process(), kept);
  expect(now.alias).toBe('other');
  expect(server.isPresent(key)).toBe(true);
});
