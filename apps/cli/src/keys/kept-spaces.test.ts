import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptSpaces } from './kept-spaces.ts';
import { Secrets } from './secrets.ts';
import type { Keychain } from './system-keychain.ts';

async function profile(): Promise<{ folder: string; spaces: KeptSpaces }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const secrets = new Secrets(folder, { keychain: {} as Keychain, setting: 'off', note: () => {} });
  return { folder, spaces: new KeptSpaces(folder, secrets) };
}

const space = (spaceId: string, name: string) => ({
  spaceId,
  name,
  baseUrl: 'http://parley.test',
  key: 'k',
  role: 'owner' as const,
});

test('a stored space becomes the current one, with an alias made from its name', async () => {
  const { spaces } = await profile();
  expect((await spaces.keep(space('1', 'Über uns & Co.'))).alias).toBe('uber-uns-co');
  expect((await spaces.keep(space('2', 'Über uns & Co.'))).alias).toBe('uber-uns-co-2');
  expect((await spaces.keep(space('3', '!!!'))).alias).toBe('space');
  expect((await spaces.current())?.spaceId).toBe('3');
  expect((await spaces.named('uber-uns-co-2')).spaceId).toBe('2');
});

test('an alias belongs to one space, and a conflict loses no key', async () => {
  const { spaces } = await profile();
  await spaces.keep(space('1', 'a'), 'mine');
  await expect(spaces.prepare('mine')).rejects.toThrow('The alias mine belongs to another space');
  await spaces.prepare('mine', '1');
  expect((await spaces.keep(space('1', 'a'), 'mine')).alias).toBe('mine');
  expect((await spaces.keep(space('2', 'b'), 'mine')).alias).toBe('mine-2');
});

test('a deleted space is no longer the current one', async () => {
  const { spaces } = await profile();
  const kept = await spaces.keep(space('1', 'a'));
  await spaces.forget(kept);
  expect(await spaces.current()).toBeUndefined();
  await expect(spaces.named('a')).rejects.toThrow('no spaces');
});

test('concurrent writers leave complete files, readable by their owner only, and nothing else', async () => {
  const { folder, spaces } = await profile();
  const writers = Array.from({ length: 40 }, (_, i) => spaces.keep(space(String(i % 8), `space ${i % 8}`), `s${i % 8}`));
  await Promise.all(writers);
  const files = await readdir(join(folder, 'spaces'));
  expect(files.toSorted()).toEqual(Array.from({ length: 8 }, (_, i) => `${i}.json`));
  for (const file of files) expect((await stat(join(folder, 'spaces', file))).mode & 0o777).toBe(0o600);
  expect(await spaces.all()).toHaveLength(8);
});

test('a damaged file is named before a new key is requested', async () => {
  const { folder, spaces } = await profile();
  await spaces.keep(space('1', 'a'));
  await writeFile(join(folder, 'spaces', '1.json'), '{');
  await expect(spaces.all()).rejects.toThrow(/1\.json is damaged/);
  await expect(spaces.prepare()).rejects.toThrow(/1\.json is damaged/);
});

test.each(['../x', 'a/b', '', '.', 'x'.repeat(65)])('%j is no id of a space, and nothing is stored under it', async (spaceId) => {
  const { folder, spaces } = await profile();
  await expect(spaces.keep(space(spaceId, 'a'))).rejects.toThrow('is not the id of a space');
  expect(await readdir(folder).catch(() => [])).toEqual([]);
});
