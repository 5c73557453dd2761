import { statusOfCode } from '@parley/core';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../program.ts';
import { resources } from './index.ts';

/** Every command with the words that call it. */
const commandsOf = (command: Command, before: readonly string[] = []): [words: string, Command][] =>
  command.commands.flatMap((each) => {
    const words = [...before, each.name()];
    return [[words.join(' '), each], ...commandsOf(each, words)] satisfies [string, Command][];
  });

const commands = commandsOf(buildProgram(''));
const keysOf = (part: 'failures' | 'sources' | 'synonyms') => resources.flatMap((each) => Object.keys(each[part] ?? {}));

test('hints are for error codes of the contract, each in one resource', () => {
  expect(keysOf('failures').filter((code) => !(code in statusOfCode))).toEqual([]);
  expect(new Set(keysOf('failures')).size).toBe(keysOf('failures').length);
});

test('synonyms are of commands that exist', () => {
  const names = commands.map(([words]) => words);
  expect(keysOf('synonyms').filter((name) => !names.includes(name))).toEqual([]);
});

test('what can be completed is an argument or an option', () => {
  const names = commands.flatMap(([, command]) =>
    [
      ...command.registeredArguments.map((argument) => argument.name()),
      ...[...command.options, ...(command.parent?.options ?? [])].map((option) => option.attributeName()),
    ].flatMap((name) => [name, `${command.name()} ${name}`]),
  );
  expect(keysOf('sources').filter((name) => !names.includes(name))).toEqual([]);
});
