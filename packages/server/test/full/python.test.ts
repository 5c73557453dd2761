import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonWith, startServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'parley-python-'));
const run = (program: string, words: readonly string[]) => spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
const hasPython = run('python3', ['--version']).status === 0;
const withHttpx = pythonWith('httpx==0.28.1');
const noPython = hasPython ? '' : ' (SKIPPED: there is no python3)';
const noHttpx = withHttpx ? '' : ' (SKIPPED: there is no python3 with venv, or httpx cannot be installed)';

let server: TestServer | undefined;
beforeAll(async () => {
  server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data') });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The programs of the page as the server shows them, so that they call the server as they are. */
async function programs(): Promise<string[]> {
  const page = await (await fetch(`${server!.url}/docs/python.md`)).text();
  return [...page.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code!);
}

async function runProgram(at: number, python: string): Promise<string> {
  const all = await programs();
  expect(all).toHaveLength(2);
  writeFileSync(join(folder, 'program.py'), all[at]!);
  const { status, stdout, stderr } = run(python, ['program.py']);
  expect(status, stderr).toBe(0);
  return stdout;
}

test.skipIf(!hasPython)(`the program for the standard library of Python holds a meeting${noPython}`, async () => {
  expect(await runProgram(0, 'python3')).toBe('Bob: Hello from Python!\n0 new messages\n');
});

test.skipIf(!withHttpx)(`the program for httpx edits an artifact and follows the stream${noHttpx}`, async () => {
  const lines = (await runProgram(1, withHttpx!)).trim().split('\n');
  expect(lines[0]).toBe('version 2');
  expect(lines.filter((line) => line.startsWith('artifact '))).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/: The note is ready\.$/);
});
