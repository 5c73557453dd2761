import { expect, test } from 'vitest';
import { buildProgram } from '../program.ts';
import { typedLine } from './line.ts';

const read = (...words: string[]) => {
  const { command, valueOf, ...line } = typedLine(buildProgram(''), words);
  return { ...line, command: command.name(), valueOf: valueOf?.long };
};

test('commands, options with their values, and arguments are distinguished', () => {
  expect(read('--space', 'plan', 'artifact', 'diff', 'Plan', 'file')).toMatchObject({
    command: 'diff',
    options: { space: 'plan' },
    given: ['Plan'],
    begun: 'file',
  });
});

test('the word after an option that takes a value is that value', () => {
  expect(read('send', '--type', 'im')).toMatchObject({ valueOf: '--type', begun: 'im', prefix: '' });
  expect(read('send', '-t', '')).toMatchObject({ valueOf: '--type', begun: '' });
  expect(read('send', '--type=im')).toMatchObject({ valueOf: '--type', begun: 'im', prefix: '--type=' });
  expect(read('send', '--type=')).toMatchObject({ valueOf: '--type', begun: '', prefix: '--type=' });
  expect(read('send', '--json', 'te')).toMatchObject({ valueOf: undefined, begun: 'te' });
});

test('the name of a command is an argument once an argument is given', () => {
  expect(read('use', 'space', '')).toMatchObject({ command: 'use', given: ['space'] });
});
