import { Argument, type Command } from 'commander';
import { act, type Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { harmless } from '../watch/harmless.ts';

export function completionCommand(program: Command): void {
  const shell = new Argument('<shell>').choices(['bash', 'zsh', 'fish']);
  const print: Verb<object, [shell: string]> = async (_, __, shell) => {
    const { script } = await import('@bomb.sh/tab');
    script(shell, 'parley', 'parley');
  };
  program
    .command('completion')
    .addArgument(shell)
    .description('print a script that completes commands in your shell')
    .action(act(print));
  // The scripts ask by this name what may come next.
  const suggest: Verb<object, [words: string[]]> = (context, _, words) => suggestions(context, program, words);
  program.command('complete', { hidden: true }).argument('[words...]').action(act(suggest));
}

async function suggestions(context: Context, program: Command, words: string[]): Promise<void> {
  const { default: tab } = await import('@bomb.sh/tab/commander');
  // The library adds commands of its own, which ours take the place of: it gets a tree without them.
  const tree = program.createCommand('parley');
  for (const command of program.commands) if (command.name() !== 'complete') tree.addCommand(command);
  const completion = tab(tree, { completionCommandName: ofTab });
  completion.commands.delete(ofTab);
  const spaces = await context.spaces.all();
  const offerSpaces = (complete: (value: string, description: string) => void) => {
    for (const { alias, name } of spaces) complete(alias, harmless(name));
  };
  for (const command of completion.commands.values()) {
    const first = command.arguments.get('space');
    if (first) first.handler = offerSpaces;
    for (const { long, short, description, required } of program.options) {
      const name = long!.slice(2);
      const offer = name === 'space' ? offerSpaces : () => {};
      if (required) command.option(name, description, offer, short?.slice(1));
      else command.option(name, description, short?.slice(1));
    }
  }
  completion.parse(words);
}

const ofTab = 'completion-of-tab';
