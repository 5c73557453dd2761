import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import type { CommandLine } from './command-line.ts';
import { run, type RunOptions } from './process.ts';

const never = new AbortController().signal;
const options: RunOptions = {
  input: 'Hello',
  env: { PATH: process.env['PATH'] },
  cwd: tmpdir(),
  timeoutMs: 60_000,
  signal: never,
  onErrorLine: () => {},
};
const running = (command: CommandLine | string, more: Partial<RunOptions> = {}) =>
  run(typeof command === 'string' ? { shell: command } : command, { ...options, ...more });
const outputOf = async (command: CommandLine | string, more?: Partial<RunOptions>) => {
  const ran = await running(command, more);
  return ran.end === 'exited' ? { code: ran.code, text: ran.output.text, lastError: ran.lastError } : ran;
};
/** A process that has ended and whose parent has not noticed yet is not alive. */
const isAlive = (pid: number) => /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);

/** What was killed is there until the system has run it once more. */
const dies = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 });

test('the command gets the input, and its output, status and last error line are known', async () => {
  const lines: string[] = [];
  const ran = await outputOf('cat; echo one >&2; printf "two\\n\\n" >&2; exit 3', { onErrorLine: (line) => lines.push(line) });
  expect(ran).toEqual({ code: 3, text: 'Hello', lastError: 'two' });
  expect(lines).toEqual(['one', 'two']);
});

test('words are run without a shell', async () => {
  expect(await outputOf({ words: ['echo', '$HOME; echo `id`'] })).toMatchObject({ code: 0, text: '$HOME; echo `id`' });
});

test('the command sees its environment only', async () => {
  process.env['PARLEY_TEST_SECRET'] = 'secret';
  const { text } = (await outputOf({ words: ['env'] }, { env: { ...options.env, A: '1' } })) as { text: string };
  delete process.env['PARLEY_TEST_SECRET'];
  expect(
    text
      .split('\n')
      .map((line) => line.split('=')[0])
      .toSorted(),
  ).toEqual(['A', 'PATH']);
});

test.each([
  ['reads nothing', 'exec sleep 0.2'],
  ['closes its input early', 'exec <&-; sleep 0.2'],
  ['ends at once', 'exit 0'],
])('a command that %s is no error, however long the input', async (_, command) => {
  expect(await outputOf(command, { input: 'x'.repeat(1_000_000) })).toEqual({ code: 0, text: '', lastError: '' });
});

test('output that no message can hold is cut and counted, and the command is not held up', async () => {
  const { text } = (await outputOf('head -c 3000000 /dev/zero | tr "\\0" x')) as { text: string };
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
  expect(text).toMatch(/^x+\n\[The output was cut: 3,000,000 bytes do not fit into a message\.\]$/);
});

test('at the time limit the whole process group ends, with SIGKILL if SIGTERM does not help', async () => {
  let pid = 0;
  const deaf = `trap '' TERM; sleep 1000 & echo $! >&2; while :; do wait; done`;
  const ran = await running(deaf, { timeoutMs: 10_000, graceMs: 200, onErrorLine: (line) => (pid = Number(line)) });
  expect(ran).toEqual({ end: 'timeout' });
  await dies(pid);
});

test('a command that is stopped gets SIGTERM first', async () => {
  const stopping = new AbortController();
  const lines: string[] = [];
  const polite = `trap 'echo bye >&2; exit 0' TERM; echo ready >&2; while :; do sleep 0.05; done`;
  const onErrorLine = (line: string) => {
    lines.push(line);
    if (line === 'ready') stopping.abort();
  };
  expect(await running(polite, { signal: stopping.signal, onErrorLine })).toEqual({ end: 'stopped' });
  expect(lines.at(-1)).toBe('bye');
  expect(await running('echo x', { signal: stopping.signal })).toEqual({ end: 'stopped' });
});

test('what a command leaves behind ends with it and does not delay it', async () => {
  let pid = 0;
  const ran = await outputOf('sleep 1000 & echo $! >&2; echo done', { onErrorLine: (line) => (pid = Number(line)) });
  expect(ran).toMatchObject({ code: 0, text: 'done' });
  await dies(pid);
});

test('a command that cannot be started, or is killed, is known as such', async () => {
  expect(await running({ words: ['parley-no-such-program'] })).toMatchObject({ end: 'not started' });
  expect(await running('kill -9 $$')).toEqual({ end: 'killed', by: 'SIGKILL' });
});
