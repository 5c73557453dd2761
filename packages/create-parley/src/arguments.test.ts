import { expect, test } from 'vitest';
import { frameworkOf, readArguments, usage } from './arguments.ts';
import { frameworks } from './frameworks.ts';

const link = 'https://parley.example/space/5b1d4a1e-7a57-4c8f-9d7f-000000000001/abc';

test('all can be given, the link also in the environment, and what is missing is left to be asked', () => {
  const given = readArguments(['my-agent', '-f', 'ai-sdk', '--link', link], { PARLEY_LINK: 'other' });
  expect(given).toMatchObject({ folder: 'my-agent', framework: { name: 'ai-sdk' }, link });
  expect(readArguments([], { PARLEY_LINK: link })).toEqual({ folder: undefined, framework: undefined, link });
  expect(readArguments(['--help'], {})).toBeUndefined();
});

test.each([
  [['one', 'two'], 'Name one folder'],
  [['--framework', 'jquery'], 'must be one of plain, ai-sdk'],
  [['--colour', 'red'], 'colour'],
])('%j is refused with words', (words, why) => {
  expect(() => readArguments(words, {})).toThrow(why);
});

test('a framework is chosen by its name or its number, and the usage names all', () => {
  expect(frameworkOf('LangGraph').name).toBe('langgraph');
  expect(frameworkOf('1')).toBe(frameworks[0]);
  for (const { name } of frameworks) expect(usage).toContain(name);
});
