import type { Argument, Command, Option } from 'commander';
import { examplesOf } from './help.ts';

const [begin, end] = ['<!-- reference: begin -->', '<!-- reference: end -->'];

/** Replaces the text between the marks. */
export function withReference(guide: string, text: string): string {
  const [before, after] = [guide.indexOf(begin) + begin.length, guide.indexOf(end)];
  return `${guide.slice(0, before)}\n\n${text}\n\n${guide.slice(after)}`;
}

/** Every command with its arguments, options and examples, as Markdown. */
export function reference(program: Command): string {
  const everywhere = [`### Options of every command\n\n${optionsOf(program)}`];
  return [...everywhere, ...program.commands.filter(isShown).flatMap((command) => sectionsOf(command, 'parley'))].join('\n\n');
}

const isShown = (command: Command): boolean => command.name() !== 'complete' && command.name() !== 'help';

function sectionsOf(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`;
  const verbs = command.commands.filter(isShown);
  const sections = verbs.flatMap((verb) => sectionsOf(verb, name));
  // A noun only has verbs.
  if (verbs.length > 0 && command.options.length === 0) return sections;
  const words = command.registeredArguments.map(usageOf).join(' ');
  const explained = command.registeredArguments.filter(({ description }) => description);
  const parts = [
    `### \`${[name, words].filter(Boolean).join(' ')}\``,
    sentence(command.description()),
    explained.map((word) => `- \`${word.name()}\`: ${word.description}`).join('\n'),
    optionsOf(command),
    fenced(examplesOf(command)),
  ];
  return [parts.filter(Boolean).join('\n\n'), ...sections];
}

/** An argument as usage lines show it. */
export function usageOf(word: Argument): string {
  const name = word.variadic ? `${word.name()}...` : word.name();
  return word.required ? `<${name}>` : `[${name}]`;
}

function optionsOf(command: Command): string {
  const rows = command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => `| \`${option.flags}\` | ${[option.description, choicesOf(option)].filter(Boolean).join('; ')} |`);
  return rows.length > 0 ? ['| option | |', '|---|---|', ...rows].join('\n') : '';
}

function choicesOf({ argChoices, defaultValue }: Option): string {
  const choices = argChoices ? `one of ${argChoices.join(', ')}` : '';
  return typeof defaultValue === 'string' ? `${choices} (default: ${defaultValue})` : choices;
}

const fenced = (lines: readonly string[]): string => (lines.length > 0 ? ['```sh', ...lines, '```'].join('\n') : '');

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`;
