import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { matrix } from '../../src/hosts/matrix.ts';
import { reference, withReference } from '../../src/reference.ts';
import { buildProgram } from '../../src/program.ts';
import manifest from '../../package.json' with { type: 'json' };
import { machines, main } from '../machine.ts';

const nowhere = 'http://127.0.0.1:1';

test('the command runs from a copy without node_modules, and --version without its chunks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-cli-alone-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Without a package.json, Node takes main.js for CommonJS.
  await cp(join(main, '../../package.json'), join(folder, 'package.json'));
  // The test runner may set variables that add module folders.
  const env = { PATH: process.env['PATH'], HOME: folder };
  const alone = (...words: string[]) =>
    spawnSync(process.execPath, [join(folder, 'main.js'), ...words], { encoding: 'utf8', cwd: folder, env, timeout: 60_000 });
  await cp(main, join(folder, 'main.js'));
  expect(alone('--version').stdout).toBe(`${manifest.version}\n`);
  await cp(join(main, '..'), folder, { recursive: true });
  expect(alone('space', 'list')).toMatchObject({ status: 0 });
  expect(alone('completion', 'bash')).toMatchObject({ status: 0 });
  const serving = alone('serve');
  expect(serving).toMatchObject({ status: 3, stderr: expect.stringContaining('`npm start` starts a server') as string });
  const [packing] = /npm pack [^`]+/.exec(serving.stderr)!;
  expect(await readFile(fileURLToPath(new URL('../../../../AGENTS.md', import.meta.url)), 'utf8')).toContain(packing);
});

test('without arguments it shows the commands in groups, the next steps, and where the user is', async () => {
  const [user] = await machines(nowhere, 'user');
  const { code, stdout } = await user.tries([]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Spaces:\n[^]*Messages:\n[^]*Options of every command:\n[^]*Get started:\n[^]*Exit codes:\n/);
  expect(stdout).not.toContain('The current space');
  const folder = join(user.folder, 'data/parley/default');
  const space = { spaceId: '11111111-1111-4111-8111-111111111111', alias: 'launch', name: 'Launch', key: '' };
  await mkdir(join(folder, 'spaces'), { recursive: true });
  await writeFile(join(folder, 'spaces', `${space.spaceId}.json`), JSON.stringify(space));
  await writeFile(join(folder, 'current.json'), JSON.stringify({ spaceId: space.spaceId }));
  expect((await user.tries([])).stdout).toContain('The current space is launch.');
});

test('wrong usage names the help of the command that was called', async () => {
  const [user] = await machines(nowhere, 'user');
  expect((await user.tries(['space', 'create'])).stderr).toContain('see `parley space create --help`');
  expect((await user.tries(['spce'])).stderr).toContain('see `parley --help`');
  for (const words of [['foo'], ['artifact', 'foo']])
    expect(await user.tries(['help', ...words])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `parley: unknown command '${words.join(' ')}' (see \`parley --help\`)\n`,
    });
  expect((await user.tries(['help', 'artifact', 'edit'])).stdout).toContain('Usage: parley artifact edit');
  expect((await user.tries(['artifact', 'show', 'Plan', 'one'])).stderr).toBe(
    "parley: 'one' is no <version>. Give a whole number. (see `parley artifact show --help`)\n",
  );
  for (const words of [['send'], ['ask-participant', 'Gus'], ['inbox', 'reply', '#1']])
    expect((await user.tries([...words, ' \t '])).stderr).toMatch(/There is (nothing to send|no question)/);
  expect(await user.tries(['--space', 'nope', 'status'])).toMatchObject({ code: 3, stdout: '' });
});

test('every command has help', async () => {
  const [user] = await machines(nowhere, 'user');
  const paths = buildProgram('').commands.flatMap((command) => [
    [command.name()],
    ...command.commands.map((verb) => [command.name(), verb.name()]),
  ]);
  expect(paths.length).toBeGreaterThan(35);
  for (const path of [[], ...paths]) {
    const { code, stdout } = await user.tries([...path, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(['Usage: parley', ...path].join(' '));
  }
});

test('a noun without a verb shows its verbs and exits with 2', async () => {
  const [user] = await machines(nowhere, 'user');
  expect(await user.tries(['artifact'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('download') as string,
  });
});

test.each([
  ['the commands', 'cli.md', () => reference(buildProgram(''))],
  ['the table of hosts', 'guide/hooks.md', matrix],
])('the guide matches %s', async (_, page, text) => {
  const guide = await readFile(fileURLToPath(new URL(`../../../../docs/${page}`, import.meta.url)), 'utf8');
  // `npm run reference` updates it.
  expect(guide).toBe(withReference(guide, text()));
});

test('serve starts the installed server, shows its set-up link, and forwards signals', async () => {
  const [user] = await machines(nowhere, 'user');
  const serving = user.start(['serve', '--port', '0', '--data', join(user.folder, 'served')]);
  await serving.says(/Parley listens on (\S+)/);
  const [, url] = /Parley listens on (\S+)/.exec(serving.said.stdout)!;
  expect(await user.answers('api', 'GET', '/api/health', '--url', url!)).toEqual({ status: 'ok' });
  const [setUpLink] = /http\S+\/setup\?token=\S+/.exec(serving.said.stdout)!;
  expect(await (await fetch(setUpLink)).text()).toContain('<h1>Create the first account</h1>');
  serving.child.kill('SIGTERM');
  expect((await serving.ended).code).toBe(0);
});

test.each([
  ['beside the command', (folder: string) => [folder, tmpdir()]],
  ['in the folder where it is run', (folder: string) => [join(folder, 'project'), join(folder, 'project/deep')]],
])('serve finds a server that npm installed %s', async (_, places) => {
  const [user] = await machines(nowhere, 'user');
  const [home, cwd] = places(user.folder) as [string, string];
  user.main = join(user.folder, 'node_modules/@parley/cli/dist/main.js');
  await cp(join(main, '../..'), join(user.main, '../..'), { recursive: true, filter: (from) => !from.endsWith('node_modules') });
  const served = join(home, 'node_modules/@parley/server');
  await mkdir(join(served, '..'), { recursive: true });
  await symlink(fileURLToPath(new URL('../../../../packages/server', import.meta.url)), served);
  await mkdir(cwd, { recursive: true });
  const serving = user.start(['serve', '--port', '0', '--data', join(user.folder, 'served')], { cwd });
  await serving.says(/Parley listens on (\S+)/);
  serving.child.kill('SIGTERM');
  expect((await serving.ended).code).toBe(0);
});

test('colours are printed only to terminals, or if they are forced', async () => {
  const [user] = await machines(nowhere, 'user');
  expect((await user.tries(['nope'])).stderr).not.toContain('\u001b');
  expect((await user.tries(['nope'], { env: { FORCE_COLOR: '1' } })).stderr).toContain('\u001b[31m');
  expect((await user.tries(['nope'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stderr).not.toContain('\u001b');
});

const tellsReading = `data:text/javascript,${encodeURIComponent(
  "const { stdin } = process; const { read } = stdin; stdin.read = (...all) => { const got = read.apply(stdin, all); if (got) process.send('read'); return got; }",
)}`;

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends a command that waits for its standard input', async (signal) => {
  const [user] = await machines(nowhere, 'user');
  const reading = [
    ['send'],
    ['send', '-t', 'image'],
    ['artifact', 'create', 'Plan'],
    ['api', 'POST', '/x', '--data', '-'],
    ['ask'],
  ];
  await Promise.all(
    reading.map(async (words) => {
      const child = spawn(process.execPath, ['--import', tellsReading, main, ...words], {
        env: user.env,
        stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      child.stdin!.write('Hello');
      await once(child, 'message');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([128 + constants.signals[signal], null]);
    }),
  );
});

test('a signal ends a command that waits for a named pipe', async () => {
  const [user] = await machines(nowhere, 'user');
  const pipe = join(user.folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  const running = user.start(['send', '--from', pipe]);
  // Opening it waits until the command opens it too.
  const file = await open(pipe, 'w');
  await file.write('Hello');
  running.child.kill('SIGTERM');
  expect(await once(running.child, 'exit')).toEqual([null, 'SIGTERM']);
  await file.close();
});
