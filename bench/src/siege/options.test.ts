import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

const names = ['calm', 'batch-ask'];

it('is everything, against a server of its own, unless asked otherwise', () =>
  expect(readOptions([], names)).toEqual({ only: names, seconds: undefined, write: undefined, running: undefined }));

it('takes some attacks, a time, a file and a running server', () =>
  expect(
    readOptions(['--only', 'calm', '--seconds', '5', '--write', 'a.md', '--url', 'http://127.0.0.1:1', '--pid', '7'], names),
  ).toEqual({
    only: ['calm'],
    seconds: 5,
    write: 'a.md',
    running: { host: '127.0.0.1', port: 1, pid: 7 },
  }));

it.each([
  ['an attack that there is not', ['--only', 'x'], 'There is no "x"; there are: calm, batch-ask'],
  ['no time', ['--seconds', '0'], '--seconds'],
  ['a running server of which nothing can be measured', ['--url', 'http://127.0.0.1:1'], '--pid'],
  ['a process without its address', ['--pid', '7'], '--url'],
  ['another machine', ['--url', 'http://example.org', '--pid', '7'], 'Only http://127.… is attacked'],
  ['an option that there is not', ['--fast'], '--fast'],
])('refuses %s', (_, args, said) => expect(() => readOptions(args, names)).toThrow(said));
