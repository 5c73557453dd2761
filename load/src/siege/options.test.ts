import { expect, it } from 'vitest';
import { attacks } from './attacks/index.ts';
import { readOptions } from './options.ts';

const names = attacks.map(({ name }) => name);

it('runs everything against its own server by default', () =>
  expect(readOptions([])).toEqual({ only: names, seconds: undefined, write: undefined, running: undefined }));

it('accepts attacks, a time, a file and a running server', () =>
  expect(
    readOptions(['--only', 'calm', '--seconds', '5', '--write', 'a.md', '--url', 'http://127.0.0.1:1', '--pid', '7']),
  ).toEqual({
    only: ['calm'],
    seconds: 5,
    write: 'a.md',
    running: { host: '127.0.0.1', port: 1, pid: 7 },
  }));

it.each([
  ['an unknown attack', ['--only', 'x'], 'Unknown attack "x"; the attacks are: calm, batch-ask,'],
  ['a time of 0', ['--seconds', '0'], '--seconds'],
  ['a running server without a process id', ['--url', 'http://127.0.0.1:1'], '--pid'],
  ['a process id without a URL', ['--pid', '7'], '--url'],
  ['another machine', ['--url', 'http://example.org', '--pid', '7'], 'Only http://127.… can be attacked'],
  ['an unknown option', ['--fast'], '--fast'],
  ['an option of another command', ['--minutes', '1'], '--minutes'],
])('refuses %s', (_, args, said) => expect(() => readOptions(args)).toThrow(said));
