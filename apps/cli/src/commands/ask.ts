import type { AskAnswer } from '@parley/sdk';
import type { Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { Failure } from '../failures.ts';
import { content } from '../terminal/content.ts';

export function askCommand(program: Command): void {
  program
    .command('ask [question...]')
    .description('ask how to use the service, in plain words')
    .option('-f, --from <file>', 'take the question from a file; - is standard input')
    .action(act(ask));
}

const ask: Verb<{ from?: string }, [words: string[]]> = async (context, { from }, words) => {
  const question = (await content(words, from))?.trim();
  if (!question) throw new Failure('usage', 'There is no question', 'as in `parley ask how do I mute somebody`');
  const parley = await context.parley();
  const answer = await parley.ask(question);
  context.out.answer(answer, () => printed(answer));
};

function printed({ results }: AskAnswer): string {
  if (results.length === 0) return 'Nothing was found.';
  return results.map(({ name, description, url }) => `${name}\n  ${description}\n  ${url}`).join('\n\n');
}
