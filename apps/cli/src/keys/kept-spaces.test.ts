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

test.each(['{', 'null', '{"spaceId":"1","alias":"a"}'])('a damaged file (%j) loses only its own space', async (text) => {
  const { folder, spaces } = await profile();
  for (const id of ['1', '2']) await spaces.keep(space(id, `space ${id}`));
  const file = join(folder, 'spaces', '1.json');
  await writeFile(file, text);
  expect((await spaces.all()).map(({ spaceId }) => spaceId)).toEqual(['2']);
  expect(await spaces.damaged()).toEqual([file]);
  expect((await spaces.named('space-2')).spaceId).toBe('2');
  expect((await spaces.keep(space('3', 'c'))).alias).toBe('c');
  for (const wanted of [() => spaces.of('1'), () => spaces.named('1')])
    await expect(wanted()).rejects.toThrow(/1\.json is damaged/);
  // Before a new key is requested, which could not be told from the damaged one.
  await expect(spaces.prepare(undefined, '1')).rejects.toThrow(/1\.json is damaged/);
});

test('a damaged file of the current space is named when that space is needed; without a readable choice no space is current', async () => {
  const { folder, spaces } = await profile();
  await spaces.keep(space('1', 'a'));
  await writeFile(join(folder, 'spaces', '1.json'), '{');
  expect(await spaces.current()).toBeUndefined();
  await expect(spaces.needed()).rejects.toThrow(/1\.json is damaged/);
  await writeFile(join(folder, 'current.json'), '{');
  await expect(spaces.needed()).rejects.toThrow('There is no current space');
  await spaces.use(await spaces.keep(space('2', 'b')));
  expect((await spaces.needed()).spaceId).toBe('2');
});

test('a space stops being the current one only if it is', async () => {
  const { spaces } = await profile();
  await spaces.keep(space('1', 'a'));
  const other = await spaces.keep(space('2', 'b'), undefined, false);
  expect(await spaces.leaveCurrent(other)).toBe(false);
  expect(await spaces.leaveCurrent({ spaceId: '1' })).toBe(true);
  expect(await spaces.current()).toBeUndefined();
  expect(await spaces.all()).toHaveLength(2);
});

test('a read mark never moves back, is forgotten with its space, and a damaged one counts as none', async () => {
  const { folder, spaces } = await profile();
  const kept = await spaces.keep(space('1', 'a'));
  await spaces.marks.move('1', { sequence: 7, people: { x: true } });
  await spaces.marks.move('1', { sequence: 3 });
  expect(await spaces.marks.of('1')).toEqual({ sequence: 7, people: { x: true } });
  await writeFile(join(folder, 'read', '1.json'), '{');
  expect(await spaces.marks.of('1')).toBeUndefined();
  await spaces.marks.move('1', { sequence: 3 });
  await spaces.forget(kept);
  expect(await spaces.marks.of('1')).toBeUndefined();
});

test.each(['../x', 'a/b', '', '.', 'x'.repeat(65)])('%j is no id of a space, and nothing is stored under it', async (spaceId) => {
  const { folder, spaces } = await profile();
  await expect(spaces.keep(space(spaceId, 'a'))).rejects.toThrow('is not the id of a space');
  expect(await readdir(folder).catch(() => [])).toEqual([]);
});
