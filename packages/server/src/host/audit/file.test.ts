import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { appendLine } from './file.ts';

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const linesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1));

test('a file that is large enough is put aside, and the oldest ones are given up', () => {
  const folder = folderOfTest();
  const path = join(folder, 'audit');
  for (let i = 0; i < 10; i += 1) appendLine({ path, bytes: 4, files: 3 }, `l${i}`);
  expect(readdirSync(folder).toSorted()).toEqual(['audit.1', 'audit.2', 'audit.3'].toSorted());
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('l8\nl9\n');
  expect(readFileSync(`${path}.3`, 'utf8')).toBe('l4\nl5\n');
  expect(statSync(`${path}.1`).mode & 0o777).toBe(0o600);
});

test('the mark of a process that ended while it put the file aside holds nobody up for long', () => {
  const folder = folderOfTest();
  const path = join(folder, 'audit');
  writeFileSync(`${path}.lock`, '');
  appendLine({ path, bytes: 1, files: 3 }, 'one');
  expect(readdirSync(folder)).toEqual(['audit', 'audit.lock']);
  utimesSync(`${path}.lock`, 0, 0);
  appendLine({ path, bytes: 1, files: 3 }, 'two');
  appendLine({ path, bytes: 1, files: 3 }, 'three');
  expect(readdirSync(folder)).toEqual(['audit.1']);
  expect(linesIn(folder)).toEqual(['one', 'two', 'three']);
});
