import { Help, type Command } from 'commander';
import { output } from './terminal/streams.ts';
import { width, wrap } from './terminal/width.ts';

const linesOf = new WeakMap<Command, readonly string[]>();

/** Adds examples to the help of a command. Each must work as printed, once its placeholders are replaced. */
export function examples(command: Command, ...lines: string[]): void {
  linesOf.set(command, lines);
  command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/** Adds a list of two columns to the help of a command. */
export function pairs(command: Command, heading: string, rows: readonly (readonly [left: string, right: string])[]): void {
  const widest = Math.max(...rows.map(([left]) => left.length));
  command.addHelpText('after', `\n${[heading, ...rows.map(([left, right]) => `  ${left.padEnd(widest)}  ${right}`)].join('\n')}`);
}

export const examplesOf = (command: Command): readonly string[] => linesOf.get(command) ?? [];

/** A line of help in the width of the terminal, broken between words. What continues a column stays in it. */
export function fitting(line: string): string {
  const columns = output.columns ?? Infinity;
  if (width(line) <= columns) return line;
  const [before] = /^\s*\S+(?:\s\S+)*\s{2,}/.exec(line) ?? /^\s*/.exec(line)!;
  const indent = before.length > columns / 2 ? /^\s*/.exec(line)![0].length + 2 : before.length;
  const [first, ...others] = wrap(line, columns);
  const rest = others.length > 0 ? wrap(others.join(' ').trim(), columns - indent) : [];
  return [first!, ...rest.map((each) => ' '.repeat(indent) + each)].join('\n');
}

/** The options of the program, which its overview shows last. */
export function optionList(program: Command): string {
  const help = Object.assign(new Help(), { helpWidth: output.columns || 80 });
  const options = help.visibleOptions(program);
  const widest = Math.max(...options.map((option) => help.optionTerm(option).length));
  const items = options.map((option) => help.formatItem(help.optionTerm(option), widest, help.optionDescription(option), help));
  return ['', 'Options of every command:', ...items].join('\n');
}

/** What the help of every command ends with, in place of the list. */
export const optionNames = (program: Command): string =>
  `\nOptions of every command: ${new Help()
    .visibleOptions(program)
    .map(({ long }) => long)
    .filter((long) => long !== '--version')
    .join(', ')} (see \`parley --help\`)`;

export const gettingStarted = `
Get started:
  parley serve                         start a server; without @parley/server it says how to get one
  parley space create "Launch plan"    create a space and make it the current one
  parley invite                        print links that let others join
  parley chat                          talk in the space
  parley status                        show where you are and what waits for you
  parley <command> --help              show the options and examples of a command`;

export const exitCodeTable = `
Exit codes:
  0    success
  1    error: no connection, request refused, editor failed
  2    wrong usage, or a value that the server does not accept
  3    not found
  4    a key or a login is missing, or the key no longer works
  5    conflict: wrong state, locked by someone else, or the space has ended
  6    rate limit reached
  7    the decision that was waited for lapsed or was withdrawn
  130  interrupted by Ctrl-C`;
