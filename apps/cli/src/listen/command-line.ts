import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { Failure } from '../failure.ts';
import { presetOf, type AgentName } from '../hosts/hosts.ts';
import { shellWord } from '../hosts/shell-word.ts';

/** A command line for the shell, or words that are run without one. No text of a message is ever a part of it. */
export type CommandLine = { shell: string } | { words: readonly [string, ...string[]] };

export interface Chosen {
  exec?: string;
  agent?: AgentName;
  print?: boolean;
}

/** The command that the options name; undefined with `--print`. */
export function chosenCommand({ exec, agent, print }: Chosen, words: readonly string[]): CommandLine | undefined {
  const ways = [exec !== undefined, agent !== undefined, print === true, words.length > 0 && agent === undefined];
  if (ways.filter(Boolean).length !== 1) {
    throw new Failure(
      'usage',
      'Choose one of --exec, --agent, --print, or a command after --',
      'for example `parley listen --exec "./answer.sh"`',
    );
  }
  if (exec !== undefined) return { shell: exec };
  if (agent !== undefined) return { words: [...presetOf(agent).words, ...words] };
  return print ? undefined : { words: words as [string, ...string[]] };
}

/** The command with more words at its end. */
export function withWords(command: CommandLine, more: readonly string[]): CommandLine {
  if ('words' in command) return { words: [...command.words, ...more] };
  throw new TypeError('A line for the shell takes no words');
}

/** Fails before anything is claimed if the command cannot be started there. */
export function assertStartable(command: CommandLine, cwd: string, path = ''): void {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new Failure('notFound', `There is no folder ${cwd}`);
  if ('shell' in command) {
    if (!command.shell.trim()) throw new Failure('usage', 'The command is empty');
    return;
  }
  // On Windows the system also tries extensions.
  if (process.platform === 'win32') return;
  const [program] = command.words;
  const places = /[/]/.test(program) ? [resolve(cwd, program)] : path.split(delimiter).map((folder) => join(folder, program));
  if (places.some((place) => isProgram(isAbsolute(place) ? place : resolve(cwd, place)))) return;
  throw new Failure('notFound', `The program “${program}” was not found`, 'install it, or give its path');
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The command as it would be typed into a shell. */
export const typed = (command: CommandLine): string =>
  'shell' in command ? `sh -c ${shellWord(command.shell)}` : command.words.map(shellWord).join(' ');
