import type { Command, Option } from 'commander';

/** A command line up to the cursor, as far as it is typed. */
export interface TypedLine {
  command: Command;
  /** Values of the options before the cursor, by attribute name. */
  options: Readonly<Record<string, string>>;
  /** Arguments of the command before the cursor. */
  given: readonly string[];
  /** The option whose value is at the cursor. */
  valueOf?: Option | undefined;
  /** What precedes the value in the word: `--type=`. */
  prefix: string;
  /** The part of the value, or of the word, that is typed. */
  begun: string;
}

/** Reads the words of a line; the last one is at the cursor and may be empty. */
export function typedLine(program: Command, words: readonly string[]): TypedLine {
  const options: Record<string, string> = {};
  const given: string[] = [];
  let command = program;
  let valueOf: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (valueOf) {
      options[valueOf.attributeName()] = word;
      valueOf = undefined;
    } else if (isFlag(word)) {
      const { option, value } = flagOf(command, word);
      if (value === undefined) valueOf = option?.required ? option : undefined;
      else if (option) options[option.attributeName()] = value;
    } else {
      const verb = given.length === 0 && command.commands.find((each) => each.name() === word);
      if (verb) command = verb;
      else given.push(word);
    }
  }
  const last = words.at(-1) ?? '';
  const line = { command, options, given };
  const { option, value } = !valueOf && isFlag(last) ? flagOf(command, last) : {};
  if (value === undefined) return { ...line, valueOf, prefix: '', begun: last };
  return { ...line, valueOf: option, prefix: last.slice(0, -value.length || undefined), begun: value };
}

const isFlag = (word: string): boolean => /^--?[a-z]/i.test(word);

function flagOf(command: Command, word: string): { option?: Option | undefined; value?: string | undefined } {
  const [, flag, value] = /^([^=]+)(?:=(.*))?$/s.exec(word)!;
  return { option: optionsOf(command).find(({ short, long }) => flag === short || flag === long), value };
}

/** The options that a command takes: its own, then those of every command. */
export const optionsOf = (command: Command): Option[] =>
  command.parent ? [...command.options, ...optionsOf(command.parent)] : [...command.options];
