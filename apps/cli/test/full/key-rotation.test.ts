import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { machines, type Machine } from '../machine.ts';

const server = inject('server');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-cli-rotation-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Made {
  spaceId: string;
  key: string;
}
const made = (user: Machine) => user.answers<Made>('space', 'create', 'Plan', '--show-key');
const shown = (user: Machine) => user.answers<Made>('space', 'show', '--show-key');
const statusWith = async ({ spaceId, key }: Made) =>
  (await fetch(`${server.url}/hub/space/${spaceId}`, { headers: { 'x-private-key': key } })).status;
/** Replacements that are not finished; a kill can leave the draft of one. */
const rotating = async (user: Machine) =>
  (await readdir(join(user.folder, 'data/parley/default/rotating')).catch(() => [])).filter((name) => name.endsWith('.json'));

test('key rotate replaces the key, stores the new one and prints it only if asked', async () => {
  const [user] = await machines(server.url, 'user');
  const before = await made(user);
  expect(await user.tries(['key', 'rotate'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  const { stdout, stderr } = await user.tries(['key', 'rotate', '--yes']);
  expect(stdout + stderr).toContain('Replaced your key to plan');
  expect(stdout + stderr).not.toMatch(/[0-9a-f]{64}/);
  const after = await shown(user);
  expect(after.key).not.toBe(before.key);
  expect([await statusWith(before), await statusWith(after)]).toEqual([401, 200]);
  const { key } = await user.answers<Made>('key', 'rotate', '--yes', '--show-key');
  expect(await shown(user)).toMatchObject({ key, spaceId: before.spaceId, alias: 'plan' });
  expect(await rotating(user)).toEqual([]);
  await user.does('send', 'Still me');
});

test('after a kill at any step the next command continues with a key that works, and the profile has no other', async () => {
  const [user] = await machines(server.url, 'user');
  const preload = pathToFileURL(fileURLToPath(new URL('../fixtures/dying.mjs', import.meta.url))).href;
  let kills = 0;
  let fresh = await made(user);
  for (let step = 1; ; step += 1) {
    const env = { NODE_OPTIONS: `--import=${preload}`, DIES_AT: String(step) };
    const { code } = await user.tries(['key', 'rotate', '--yes'], { env });
    if (code === 0) break;
    expect(code, `step ${step}`).toBeNull();
    kills += 1;
    await user.does('send', `after a kill at step ${step}`);
    const now = await shown(user);
    expect(await statusWith(now), `step ${step}`).toBe(200);
    if (now.key !== fresh.key) expect(await statusWith(fresh), `step ${step}`).toBe(401);
    fresh = now;
    expect(await rotating(user), `step ${step}`).toEqual([]);
  }
  // The mark is written before the request, and the key after it: at least these steps were interrupted.
  expect(kills).toBeGreaterThanOrEqual(10);
  const kept = await readFile(join(user.folder, `data/parley/default/spaces/${fresh.spaceId}.json`), 'utf8');
  expect(kept.match(/[0-9a-f]{64}/g)).toHaveLength(1);
});

test('commands that replace the key at the same time leave one that works', async () => {
  const [user] = await machines(server.url, 'user');
  const before = await made(user);
  await Promise.all(Array.from({ length: 4 }, () => user.tries(['key', 'rotate', '--yes'])));
  await user.does('send', 'Still me');
  expect([await statusWith(before), await statusWith(await shown(user))]).toEqual([401, 200]);
});

test('a key that was replaced elsewhere is named as such, and one that is not kept is not replaced', async () => {
  const [user] = await machines(server.url, 'user');
  const { spaceId, key } = await made(user);
  const elsewhere = { PARLEY_SPACE: spaceId, PARLEY_KEY: key, XDG_DATA_HOME: join(folder, 'elsewhere') };
  expect(await user.tries(['key', 'rotate', '--yes'], { env: elsewhere })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is no key of this profile'),
  });
  expect(await user.tries(['api', 'POST', '/hub/space/{space}/key'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('parley key rotate'),
  });
  const { code } = await user.tries(['api', 'POST', '/hub/space/{space}/key'], { env: elsewhere });
  expect(code).toBe(0);
  const refused = await user.tries(['send', 'Hello']);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toMatch(/its holder replaced it[\s\S]*replaced elsewhere/);
});
