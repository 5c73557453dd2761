import type { Command } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shellWords } from './completion/shell-words.ts';
import { examplesOf, gettingStarted } from './help.ts';
import { buildProgram } from './program.ts';
import { meaningOfCode } from './report.ts';

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

test.each([60, 40])('in %d columns, help is broken between words', (columns) => {
  const shownIn = (command: Command, isTTY: boolean) => {
    Object.assign(process.stdout, { isTTY, columns: isTTY ? columns : undefined });
    let text = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((piece) => Boolean((text += String(piece))));
    command.outputHelp();
    return text;
  };
  const { isTTY, columns: own } = process.stdout;
  onTestFinished(() => {
    vi.restoreAllMocks();
    Object.assign(process.stdout, { isTTY, columns: own });
  });
  for (const command of every(buildProgram(''))) {
    const text = shownIn(command, true);
    const longest = Math.max(...text.split(/\s+/).map(({ length }) => length));
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(Math.max(columns, longest + 4));
    const wordsIn = (shown: string) => shown.split(/\s+/).toSorted();
    expect(wordsIn(text)).toEqual(wordsIn(shownIn(command, false)));
  }
});

const ownersCommands = every(buildProgram(''))
  .filter((command) => command.description().includes('(owner)'))
  .map((command) => command.name());

test('hints for participants name no command of the owner', () => {
  const hints = Object.values(meaningOfCode).flatMap(({ hint }) => hint ?? []);
  expect(ownersCommands).toEqual(expect.arrayContaining(['invite', 'approve', 'unmute']));
  const forOwners = hints.filter((hint) => ownersCommands.some((name) => new RegExp(`parley ${name}\\b`).test(hint)));
  // Only an owner gets as far as an invitation that does not exist.
  expect(forOwners.filter((hint) => !hint.includes('invitation list'))).toEqual([]);
});
