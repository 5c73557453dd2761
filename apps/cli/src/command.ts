import { Option, type Command } from 'commander';
import { afterTheEnd } from './ended.ts';
import { Context, type Global } from './context.ts';

/** What a command does, given its options and arguments. */
export type Verb<Options, Words extends unknown[]> = (
  context: Context,
  options: Options & Global,
  ...words: Words
) => Promise<void>;

/** Turns a verb into an action of commander. */
export function act<Options, Words extends unknown[]>(verb: Verb<Options, Words>) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    const options = command.optsWithGlobals<Options & Global>();
    const context = new Context(options);
    await verb(context, options, ...(given.slice(0, -2) as Words)).catch((error: unknown) => afterTheEnd(context, error));
  };
}

/** Accepts an earlier name of an option, which no help shows. */
export function formerly(command: Command, flags: string, now: string, read: (text: string) => unknown = String): Command {
  const option = new Option(flags).hideHelp();
  return command
    .addOption(option)
    .on(`option:${option.name()}`, (text: string) => command.setOptionValueWithSource(now, read(text), 'cli'));
}

/** For an option that can be repeated. */
export const collected = (value: string, before: string[] = []): string[] => [...before, value];
