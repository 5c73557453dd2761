import type { Command } from 'commander';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellWords } from './completion/shell-words.ts';
import { examplesOf, gettingStarted } from './help.ts';
import { buildProgram } from './program.ts';

/** Replaces all actions, so that a line is only parsed. */
function parses(line: string): void {
  const program = buildProgram('');
  const silence = (command: Command) => {
    command.action(() => {}).exitOverride();
    command.commands.forEach(silence);
  };
  program.commands.forEach(silence);
  program.parse(shellWords(line).words.slice(1), { from: 'user' });
}

const every = (command: Command): Command[] => [command, ...command.commands.flatMap(every)];
const examples = every(buildProgram('')).flatMap(examplesOf);
const calls = examples.flatMap((line) => /\bparley [^|)]*/.exec(line) ?? []).map((line) => line.trim());

test('every example calls commands and options that exist', () => {
  expect(calls.length).toBeGreaterThan(20);
  for (const line of calls) expect(() => parses(line), line).not.toThrow();
  expect(() => parses('parley send --tipe x')).toThrow(/unknown option/);
});

test('the first steps are commands that exist', () => {
  const steps = gettingStarted.match(/parley \S+.*?(?= {2})/g)!.filter((step) => !step.includes('<command>'));
  expect(steps).toHaveLength(5);
  for (const step of steps) expect(() => parses(step), step).not.toThrow();
});

test('every command that a hint or a help text names exists', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('chat'));
  const named = sources.flatMap(
    (file) => readFileSync(join(import.meta.dirname, file), 'utf8').match(/(?<!= )`parley [a-z][^`$\\]*/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(20);
  for (const line of named) {
    const [first, second] = line.slice(1).split(' ').slice(1).filter((word) => !word.startsWith('-')); // prettier-ignore
    const command = buildProgram('').commands.find((each) => each.name() === first);
    expect(command, line).toBeDefined();
    // A command with options or arguments of its own does something without a verb.
    const { commands, options, registeredArguments } = command!;
    const isNoun = commands.length > 0 && options.length === 0 && registeredArguments.length === 0;
    if (isNoun || (second && command!.commands.length > 0))
      expect(
        command!.commands.map((verb) => verb.name()),
        line,
      ).toContain(second);
  }
});

const ownersCommands = every(buildProgram(''))
  .filter((command) => command.description().includes('(owner)'))
  .map((command) => command.name());

test('hints for participants name no command of the owner', () => {
  const hints = readFileSync(join(import.meta.dirname, 'failures.ts'), 'utf8').match(/hint: .*`parley [^`]*`/g)!;
  expect(ownersCommands).toEqual(expect.arrayContaining(['invite', 'approve', 'unmute']));
  const forOwners = hints.filter((hint) => ownersCommands.some((name) => new RegExp(`parley ${name}\\b`).test(hint)));
  // Only an owner gets as far as an invitation that does not exist.
  expect(forOwners.filter((hint) => !hint.includes('invitation list'))).toEqual([]);
});
