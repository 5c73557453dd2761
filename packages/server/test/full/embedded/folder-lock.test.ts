import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockFolder } from '../../../src/engine/store/embedded/folder-lock.ts';

vi.setConfig({ testTimeout: 60_000 });

const racer = fileURLToPath(new URL('../../fixtures/embedded/race-for-folders.mjs', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lock-'));
});
afterEach(() => {
  children.splice(0).forEach((child) => child.kill('SIGKILL'));
  rmSync(folder, { recursive: true });
});

const children: ChildProcess[] = [];
function start(...folders: string[]) {
  const child = spawn(process.execPath, [racer, ...folders], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
const go = (where: string) => writeFileSync(join(where, 'go'), '');
/** The folder is free, and locked from then on. */
function expectTaken() {
  const release = lockFolder(folder);
  expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  release();
}
const lines = (child: ReturnType<typeof start>) => createInterface(child.stdout)[Symbol.asyncIterator]();

async function holder() {
  go(folder);
  const child = start(folder);
  expect((await lines(child).next()).value).toBe('won');
  return child;
}

test('a second opening in the same process is refused until the first releases the folder', () => {
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by process ${process.pid}. Stop that server, or choose another folder with PARLEY_DATA_DIR.`,
  );
  release();
  lockFolder(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

test('a repeated release does not free the folder for a third opening', () => {
  const release = lockFolder(folder);
  release();
  const next = lockFolder(folder);
  release();
  expect(() => lockFolder(folder)).toThrow('in use');
  next();
});

test('the folder of a running process is refused, and that of a killed one is taken over', async () => {
  const child = await holder();
  expect(() => lockFolder(folder)).toThrow(`in use by process ${child.pid}.`);
  child.kill('SIGKILL');
  await ended(child);
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  lockFolder(folder)();
});

test('a process that exits releases its folder', async () => {
  const child = await holder();
  child.stdin.end();
  await ended(child);
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test.runIf(existsSync('/proc/self/stat'))('a reused process id of a dead holder does not keep the folder locked', () => {
  const release = lockFolder(folder);
  const lock = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'));
  release();
  writeFileSync(join(folder, 'lock'), JSON.stringify({ ...lock, started: 'an earlier boot' }));
  expectTaken();
});

test('a lock that a power failure left empty is taken over', () => {
  writeFileSync(join(folder, 'lock'), '');
  expectTaken();
});

test('if several processes find a dead holder at the same time, exactly one wins', async () => {
  const rounds = Array.from({ length: 100 }, (_, round) => join(folder, String(round)));
  for (const round of rounds) {
    mkdirSync(round);
    writeFileSync(join(round, 'lock'), JSON.stringify({ pid: 2 ** 30, started: '', id: 'dead' }));
  }
  const racers = Array.from({ length: 4 }, () => start(...rounds));
  const reports = racers.map(lines);
  for (const round of rounds) {
    go(round);
    const results = await Promise.all(reports.map(async (report) => (await report.next()).value as string));
    expect(results.filter((result) => result === 'won')).toHaveLength(1);
    expect(results.filter((result) => /^The data folder .+ is in use by process \d+\. /.test(result))).toHaveLength(3);
  }
  racers.forEach((child) => child.stdin.end());
  await Promise.all(racers.map(ended));
});
