import { expect, it } from 'vitest';
import { readOptions, type CommandName } from './options.ts';

const names = ['calm', 'flood', 'storm'];
const read = (command: CommandName, ...args: string[]) => readOptions(command, names, args);

it('runs everything unless some are named', () => {
  expect(read('bench')).toMatchObject({ only: names, quick: false, against: undefined, write: undefined });
  expect(read('bench', '--only', 'storm,calm', '--only', 'flood').only).toEqual(['storm', 'calm', 'flood']);
});

it('compares with a commit', () =>
  expect(read('bench', '--against', 'HEAD', '--quick')).toMatchObject({
    against: expect.stringMatching(/^[0-9a-f]{7,}$/),
    quick: true,
  }));

it('attacks its own server, or a running one', () => {
  expect(read('siege')).toMatchObject({ seconds: undefined, running: undefined });
  expect(read('siege', '--seconds', '5', '--write', 'a.md', '--url', 'http://127.0.0.1:1', '--pid', '7')).toMatchObject({
    seconds: 5,
    write: 'a.md',
    running: { url: 'http://127.0.0.1:1', host: '127.0.0.1', port: 1, pid: 7 },
  });
});

it('soaks for half an hour, with a seed of its own', () => {
  expect(read('soak')).toMatchObject({ minutes: 30, seed: expect.any(Number), isPooled: false });
  expect(read('soak', '--minutes', '0.5', '--seed', '7', '--pool')).toMatchObject({ minutes: 0.5, seed: 7, isPooled: true });
});

it.each<[string, CommandName, string[], string]>([
  ['an unknown section', 'bench', ['--only', 'sends'], 'Unknown section "sends"; the sections are: calm, flood, storm'],
  ['an unknown option', 'siege', ['--fast'], '--fast'],
  ['an option of another command', 'siege', ['--minutes', '1'], '--minutes'],
  ['a commit that does not exist', 'bench', ['--against', 'nothing'], '"nothing" is no commit of this repository'],
  ['to write a comparison into the page of goals', 'bench', ['--against', 'HEAD', '--write', 'a.md'], '--write'],
  ['a time of 0', 'soak', ['--minutes', '0'], '--minutes'],
  ['a seed that is no number', 'soak', ['--seed', 'x'], '--seed'],
  ['a running server without a process id', 'siege', ['--url', 'http://127.0.0.1:1'], '--pid'],
  ['a process id without a URL', 'siege', ['--pid', '7'], '--url'],
])('refuses %s', (_, command, args, said) => expect(() => read(command, ...args)).toThrow(said));

it.each([
  ['127.0.0.1:8787', { host: '127.0.0.1', port: 8787 }],
  ['localhost:8787/', { host: '127.0.0.1', port: 8787 }],
  ['127.8.9.10', { host: '127.8.9.10', port: 80 }],
])('may attack %s', (place, target) =>
  expect(read('siege', '--url', `http://${place}`, '--pid', '7').running).toMatchObject({ ...target, pid: 7 }),
);

it.each([
  ...['http://example.org:8787', 'http://10.0.0.1:8787', 'http://192.168.1.2', 'http://0.0.0.0:8787', 'http://[::1]:8787'],
  ...['http://127.0.0.1.example.org', 'http://127.0.0.1@example.org', 'http://localhost.example.org'],
  ...['https://127.0.0.1:8787', 'unix:/tmp/socket', 'nothing'],
])('refuses to attack %s', (url) =>
  expect(() => read('siege', '--url', url, '--pid', '7')).toThrow('Only http://127.… can be attacked'),
);
