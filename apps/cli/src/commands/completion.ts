import { Argument, type Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { Context } from '../context.ts';
import { examples } from '../help.ts';

type ShellName = 'bash' | 'zsh' | 'fish';

/** A person who waits longer presses the key again. */
const patienceMs = 2_000;

export function completionCommand(program: Command): void {
  const shell = new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']);
  const completion = program
    .command('completion')
    .addArgument(shell)
    .description('print the script for tab completion in your shell')
    .action(act(print));
  examples(completion, 'source <(parley completion bash)', 'source <(parley completion zsh)', 'parley completion fish | source');
  // The completion scripts call this command.
  const suggest: Verb<object, [shell: ShellName, words: string[]]> = (context, _, shell, words) =>
    suggestions(context, program, shell, words);
  program.command('complete', { hidden: true }).addArgument(shell).argument('[words...]').action(act(suggest));
}

const print: Verb<object, [shell: ShellName]> = async ({ out }, _, shell) => {
  const { shells } = await import('../completion/shells.ts');
  out.raw(`${shells[shell].script}\n`);
};

async function suggestions({ out }: Context, program: Command, shell: ShellName, passed: readonly string[]): Promise<void> {
  const { filesLine, shells } = await import('../completion/shells.ts');
  const { typedLine } = await import('../completion/line.ts');
  const { offersFor } = await import('../completion/offers.ts');
  const line = typedLine(program, shells[shell].wordsOf(passed));
  const contextOf = () => new Context(line.options, process.env, AbortSignal.timeout(patienceMs));
  const offers = await offersFor(line, contextOf);
  if (offers === 'files') return out.raw(`${filesLine}\n`);
  for (const offer of offers) out.raw(`${shells[shell].print(offer, passed)}\n`);
}
