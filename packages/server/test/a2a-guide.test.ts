import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { startServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'parley-a2a-'));
const here = fileURLToPath(new URL('.', import.meta.url));
const run = (program: string, words: readonly string[]) => spawnSync(program, words, { cwd: folder, encoding: 'utf8' });

/** The virtual environment with a release of the Python client, if it can be installed here. */
const pythonWith = (release: string): string | undefined => {
  const venv = join(folder, release);
  const python = join(venv, 'bin/python');
  const isThere =
    run('python3', ['-m', 'venv', venv]).status === 0 &&
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', release]).status === 0;
  return isThere ? python : undefined;
};
const newest = pythonWith('a2a-sdk==1.3.0');
const oldest = pythonWith('a2a-sdk==0.3.26');
const skipped = (python: string | undefined) =>
  python ? '' : ' (SKIPPED: there is no python3 with venv, or a2a-sdk cannot be installed)';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data') });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The program of the page in one language, as the server shows it. */
async function programIn(language: string): Promise<string> {
  const page = await (await fetch(`${server.url}/docs/a2a.md`)).text();
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? [];
  return code!;
}

function printed({ status, stdout, stderr }: ReturnType<typeof run>): string[] {
  expect(status, stderr).toBe(0);
  return stdout.trim().split('\n');
}

/** What both programs of the page print. */
function expectMeeting(lines: string[]): void {
  expect(lines[0]).toBe('input required');
  expect(lines[1]).toMatch(/^The text between the lines BEGIN/);
  expect(lines).toContain('Is the plan ready?');
  const events = lines.slice(-4);
  expect(events.map((line) => line.split(' ')[1])).toEqual(['participant-status', 'message', 'delivery', 'message']);
}

test('the commands for curl hold a meeting', async () => {
  const lines = printed(run('bash', ['-euo', 'pipefail', '-c', await programIn('sh')]));
  expect(lines).toEqual(['TASK_STATE_WORKING', 'Is the plan ready?']);
});

test('the program for JavaScript holds a meeting', async () => {
  // Where it finds the package that it imports.
  const file = join(here, `../node_modules/a2a-guide-${process.pid}.mjs`);
  writeFileSync(file, await programIn('js'));
  try {
    expectMeeting(printed(run(process.execPath, [file])));
  } finally {
    rmSync(file);
  }
});

test.skipIf(!newest)(`the program for Python holds a meeting${skipped(newest)}`, async () => {
  writeFileSync(join(folder, 'meeting.py'), await programIn('python'));
  expectMeeting(printed(run(newest!, ['meeting.py'])));
});

test.skipIf(!oldest)(`the Python client for 0.3 holds a meeting, and resumes its stream${skipped(oldest)}`, async () => {
  const lines = printed(run(oldest!, [join(here, 'fixtures/a2a-0.3.py'), server.url]));
  expect(lines).toEqual(['working', 'input-required', 'working', 'Ready? Yes 1 2 3 4 5', 'completed', 'TaskNotFound -32001']);
});
