import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beatMs, staleMs, taken, watchFolder } from './folder.ts';
import { knownIn } from './known.ts';
import { Watcher } from './watcher.ts';

async function profile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-watching-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 10 });
const knows = (folder: string, expected: object) =>
  eventually(async () => expect(Object.fromEntries(await knownIn(folder))).toEqual(expected));

/** A file as the process with that id would write it. */
async function written(folder: string, name: string, watch: unknown): Promise<void> {
  await mkdir(watchFolder(folder), { recursive: true });
  await writeFile(join(watchFolder(folder), name), typeof watch === 'string' ? watch : JSON.stringify(watch));
}

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('what a process knows is known while it runs, and no longer', async () => {
  const folder = await profile();
  const watcher = new Watcher(folder);
  watcher.knows('a', 0);
  watcher.knows('b', 2);
  await knows(folder, { a: 0, b: 2 });
  watcher.knows('a', 1);
  watcher.forgets('b');
  await knows(folder, { a: 1 });
  await watcher.end();
  expect(await readdir(watchFolder(folder))).toEqual([]);
});

test('a dead process, an old word, one from the future, and a damaged file are not believed', async () => {
  const folder = await profile();
  const now = Date.now();
  const queued = { a: 0 };
  await written(folder, '1.json', { pid: deadPid(), at: now, queued });
  await written(folder, '2.json', { pid: process.pid, at: now - staleMs, queued });
  await written(folder, '3.json', { pid: process.pid, at: now + staleMs, queued });
  await written(folder, '4.json', '{"pid": 1, "at"');
  await written(folder, '5.json', 'null');
  expect(await knownIn(folder, now)).toEqual(new Map());
  await written(folder, '6.json', { pid: process.pid, at: now - staleMs + 1, queued });
  expect(await knownIn(folder, now)).toEqual(new Map([['a', 0]]));
  expect(beatMs * 2).toBeLessThan(staleMs);
});

test('if processes disagree, something may wait; but what one of them claims itself is left to it', async () => {
  const folder = await profile();
  const now = Date.now();
  await written(folder, '1.json', { pid: process.pid, at: now, queued: { a: 0, b: 3, c: 1 } });
  await written(folder, '2.json', { pid: process.pid, at: now, queued: { a: 1, b: 0, c: taken } });
  expect(await knownIn(folder, now)).toEqual(new Map(Object.entries({ a: 1, b: 3, c: taken })));
});

test('files of processes that were killed are deleted by the next one', async () => {
  const folder = await profile();
  const pid = deadPid();
  await written(folder, `${pid}.json`, { pid, at: Date.now(), queued: {} });
  const watcher = new Watcher(folder);
  watcher.takes('a');
  await eventually(async () => expect(await readdir(watchFolder(folder))).toEqual([`${process.pid}.json`]));
  await watcher.end();
});
