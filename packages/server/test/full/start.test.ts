import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort, startServer } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { Clone } from '../clone.ts';
import { eventually } from '../eventually.ts';
import { Terminal } from '../terminal.ts';

const npm = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim();

function clone(setUp?: ConstructorParameters<typeof Clone>[0]): Clone {
  const made = new Clone(setUp);
  onTestFinished(() => made.remove());
  return made;
}

/** `npm start` as somebody types it, with the real npm. */
const start = ({ folder, env }: Clone, settings: Record<string, string> = {}) =>
  new Terminal(npm, ['start'], { cwd: folder, env: { ...env, ...settings } });

/** All lines without those of npm. */
const saidBy = ({ lines }: Terminal) => lines.filter((line) => line !== '' && !/^(> |npm warn )/.test(line));

/** The same with pipes instead of a terminal. */
const startPiped = ({ folder, env }: Clone) =>
  spawnSync(process.execPath, ['scripts/run.mjs', 'start', '--version'], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });

test('at a terminal, each step is one line with its time, then comes the banner, and Ctrl-C ends it with one line', async () => {
  const here = clone({ install: 'echo noise', build: 'echo noise; echo noise >&2; until [ -e built ]; do sleep 0.05; done' });
  const terminal = start(here);
  await eventually(() => terminal.raw.includes('⠙ Building…'));
  writeFileSync(join(here.folder, 'built'), '');
  await terminal.shows(/setup\?token=\S+\n/);
  expect(terminal.raw).toMatch(/⠋ Installing packages….*⠋ Building….*⠙ Building…/s);
  expect(saidBy(terminal)).toEqual([
    expect.stringMatching(/^✓ Installing packages… done in \d+\.\d s$/),
    expect.stringMatching(/^✓ Building… done in \d+\.\d s$/),
    expect.stringMatching(/^Parley listens on http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^ {2}Documentation +http:\/\/127\.0\.0\.1:\d+\/docs$/),
    expect.stringMatching(/^ {2}Create a space +node \S+ space create Launch --url http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^Accounts are optional\. Create the first account at http:\/\/127\.0\.0\.1:\d+\/setup\?token=\S+$/),
  ]);
  terminal.type('\x03');
  expect(await terminal.ended).toBe(0);
  expect(terminal.text).toMatch(/setup\?token=\S+\n\^C\nStopping Parley… stopped\.\n$/);
});

test('the command in the banner creates a space from the folder of the server', async () => {
  const here = clone();
  const terminal = start(here);
  await terminal.shows('Accounts are optional.');
  const [, command] = /Create a space +(.+)/.exec(terminal.text)!;
  const keys = { XDG_DATA_HOME: here.folder, PARLEY_KEYCHAIN: 'off', HOME: here.folder };
  const { status, stdout } = spawnSync('sh', ['-c', command!], {
    cwd: here.folder,
    env: { ...process.env, ...keys },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/[0-9a-f-]{36}/)]);
});

test('without a terminal, each step is one line on standard error, and standard output is the answer', () => {
  const { status, stdout, stderr } = startPiped(clone({ install: 'echo noise', build: 'echo noise >&2' }));
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(stderr).toMatch(/^Installing packages… done in \d+\.\d s\nBuilding… done in \d+\.\d s\n$/);
  expect(status).toBe(0);
});

test('what is installed already is not installed again', () => {
  const here = clone();
  startPiped(here);
  expect(startPiped(here).stderr).toMatch(/^Building… done in \d+\.\d s\n$/);
});

test.each(['install', 'build'])('when %s fails, the end of its output is shown and its exit code is passed on', (what) => {
  const { status, stdout, stderr } = startPiped(clone({ [what]: 'seq 1 500; echo the reason >&2; exit 3' }));
  expect(stderr).toMatch(/… failed after \d+\.\d s\n\nThe last 100 lines of the output:\n\n402\n/);
  expect(stderr).toMatch(/\n500\nthe reason\n$/);
  expect(stderr).not.toContain('\n401\n');
  expect([status, stdout]).toEqual([3, '']);
});

test('Ctrl-C during the build stops the build and says so', async () => {
  const terminal = new Terminal(process.execPath, ['scripts/run.mjs', 'start'], {
    ...(({ folder, env }) => ({ cwd: folder, env }))(clone({ build: 'exec sleep 600' })),
  });
  await terminal.shows('Building…');
  terminal.type('\x03');
  expect(await terminal.ended).toBe(130);
  expect(terminal.text).toMatch(/✗ Building… interrupted\n$/);
});

test('a port that is taken is named in one line, with another that is free', async () => {
  const other = createServer();
  // Below the ports of connections, so that the next one stays free.
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const terminal = start(clone(), { PORT: String(port) });
  expect(await terminal.ended).toBe(1);
  const [, , line, ...more] = saidBy(terminal);
  const [, suggested] =
    new RegExp(`^Port ${port} is already in use\\. Choose another one, for example PORT=(\\d+) npm start$`).exec(line!) ?? [];
  expect(more).toEqual([]);
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(Number(suggested), '127.0.0.1', resolve));
  probe.close();
});

test('the log is readable at a terminal, and JSON everywhere else', async () => {
  const here = clone();
  const terminal = start(here, { PARLEY_RATE_LIMIT: '0' });
  await terminal.shows('Parley listens on');
  expect(terminal.text).toMatch(/^\d\d:\d\d:\d\d warn {2}PARLEY_RATE_LIMIT=0: /m);
  expect(terminal.text).not.toContain('{"level"');

  let piped = '';
  const settings = { PARLEY_DATA_DIR: join(here.folder, 'piped'), PARLEY_RATE_LIMIT: '0' };
  const server = await startServer(settings, (text) => (piped += text));
  await server.stop();
  expect(piped).toMatch(/^\{"level":40,.*"msg":"PARLEY_RATE_LIMIT=0: /m);
});
