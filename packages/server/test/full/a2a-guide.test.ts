import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { answer, meeting, pythonWith, startServer, type Member, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'parley-a2a-'));
const here = fileURLToPath(new URL('..', import.meta.url));
const run = (program: string, words: readonly string[]) => spawnSync(program, words, { cwd: folder, encoding: 'utf8' });

const newest = pythonWith('a2a-sdk==1.3.0');
const oldest = pythonWith('a2a-sdk==0.3.26');
const skipped = (python: string | undefined) =>
  python ? '' : ' (SKIPPED: there is no python3 with venv, or a2a-sdk cannot be installed)';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data'), PARLEY_WAKE_PRIVATE: '1' });
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
  const lines = printed(run('bash', ['--norc', '-euo', 'pipefail', '-c', await programIn('sh')]));
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

/** Runs a program that sets a configuration, and prints three lines before it waits for a delivery. */
async function pushedTo(python: string, program: string): Promise<string[]> {
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const words = [join(here, 'fixtures', program), server.url, `${ada.spaceId}.${ada.id}`, ada.key];
  const running = spawn(python, words, { env: { PYTHONDONTWRITEBYTECODE: '1' } });
  let said = '';
  let complaints = '';
  let isSent = false;
  running.stderr.on('data', (text) => (complaints += String(text)));
  running.stdout.on('data', (text) => {
    said += String(text);
    if (isSent || said.split('\n').length < 4) return;
    isSent = true;
    void answer(200, server, 'sendMessage', owner, { content: 'Ready?', to: [ada.id] });
  });
  const status = await new Promise((resolve) => running.on('close', resolve));
  expect(status, complaints).toBe(0);
  return said.trim().split('\n');
}

test.skipIf(!newest)(`the Python client sets a configuration, and reads its notifications${skipped(newest)}`, async () => {
  expect(await pushedTo(newest!, 'a2a-push-1.0.py')).toEqual([
    "mine True Bearer ''",
    'token Bearer credentials task',
    'mine',
    "True TASK_STATE_INPUT_REQUIRED ['deliveryId', 'event', 'messageId', 'sequence']",
    '0',
  ]);
});

test.skipIf(!oldest)(
  `the Python client for 0.3 sets a configuration, and reads its notifications${skipped(oldest)}`,
  async () => {
    expect(await pushedTo(oldest!, 'a2a-push-0.3.py')).toEqual([
      'mine True Bearer None',
      'token Bearer credentials task',
      'mine',
      "True input-required ['deliveryId', 'event', 'messageId', 'participantId', 'sequence']",
    ]);
  },
);
