import { expect, it } from 'vitest';
import { readOptions, type CommandName } from './options.ts';

const names = ['calm', 'flood', 'storm'];
const read = (command: CommandName, ...args: string[]) => readOptions(command, names, args);

it('runs everything unless some are named', () => {
  expect(read('bench')).toMatchObject({ only: names, quick: false, against: undefined });
  expect(read('siege', '--only', 'storm,calm', '--only', 'flood').only).toEqual(['storm', 'calm', 'flood']);
});

it('compares with a commit', () =>
  expect(read('bench', '--against', 'HEAD', '--quick')).toMatchObject({
    against: expect.stringMatching(/^[0-9a-f]{7,}$/),
    quick: true,
  }));

it('soaks for half an hour, or as long as it is told', () => {
  expect(read('soak').minutes).toBe(30);
  expect(read('soak', '--minutes', '0.5').minutes).toBe(0.5);
});

it.each<[string, CommandName, string[], string]>([
  ['an unknown section', 'bench', ['--only', 'sends'], 'Unknown section "sends"; the sections are: calm, flood, storm'],
  ['an option of another command', 'siege', ['--minutes', '1'], '--minutes'],
  ['a commit that does not exist', 'bench', ['--against', 'nothing'], '"nothing" is no commit of this repository'],
  ['a time of 0', 'soak', ['--minutes', '0'], '--minutes'],
])('refuses %s', (_, command, args, said) => expect(() => read(command, ...args)).toThrow(said));
