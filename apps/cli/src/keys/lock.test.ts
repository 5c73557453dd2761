import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { locked } from './lock.ts';

async function lockIn() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'space.lock');
  let working = 0;
  const overlaps: number[] = [];
  const work = async () => {
    working += 1;
    overlaps.push(working);
    for (let i = 0; i < 20; i += 1) await turn();
    working -= 1;
  };
  const all = (count: number) => Promise.all(Array.from({ length: count }, () => locked(file, work)));
  return { folder, file, all, overlaps };
}

test('works one after the other, and leaves no file', async () => {
  const { folder, all, overlaps } = await lockIn();
  await all(10);
  expect(overlaps).toEqual(Array.from({ length: 10 }, () => 1));
  expect(await readdir(folder)).toEqual([]);
});

test('work that fails gives the lock back', async () => {
  const { folder, file, all, overlaps } = await lockIn();
  await expect(locked(file, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  await all(1);
  expect(overlaps).toEqual([1]);
  expect(await readdir(folder)).toEqual([]);
});

test('what a killed process held is taken by one of those that wait', async () => {
  const { file, folder, all, overlaps } = await lockIn();
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(file, JSON.stringify({ pid, id: 'dead' }));
  await all(10);
  expect(overlaps).toEqual(Array.from({ length: 10 }, () => 1));
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['of an earlier process with the same id', JSON.stringify({ pid: process.pid, id: 'earlier' })],
  ['of a process that was killed while it wrote it', ''],
])('a lock that is older than any work is one %s', async (_, text) => {
  const { file, all, overlaps } = await lockIn();
  await writeFile(file, text);
  const before = new Date(Date.now() - 120_000);
  await utimes(file, before, before);
  await all(2);
  expect(overlaps).toEqual([1, 1]);
});
