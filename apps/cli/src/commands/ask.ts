import { maxQuestionCharacters } from '@parley/core/limits/meta';
import type { AskAnswer } from '@parley/sdk';
import type { Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { Failure } from '../failure.ts';
import { examples } from '../help.ts';
import { colours } from '../terminal/colours.ts';
import { content } from '../input/content.ts';
import type { Kind } from '../input/limits.ts';
import { harmlessText } from '../terminal/harmless.ts';
import { output } from '../terminal/streams.ts';
import { harmless } from '../watch/harmless.ts';

export const questionText: Kind = { name: 'a question', characters: maxQuestionCharacters };

type AskResult = AskAnswer['results'][number];

const noAnswer =
  'The documentation does not answer this question. Try other words, or read it at the address of the service: /docs';
const mostAnswers = 3;
const widest = 100;

export function askCommand(program: Command): void {
  const ask: Verb<{ from?: string }, [words: string[]]> = async (context, { from }, words) => {
    const question = (await content(context, questionText, { words, from }))?.trim();
    if (!question) throw new Failure('usage', 'There is no question', 'for example `parley ask how do I mute a participant`');
    const parley = await context.parley();
    const answer = await parley.ask(question);
    const { ownCommands } = await import('../ask/own-commands.ts');
    const { excerpt } = await import('../ask/excerpt.ts');
    const style = colours(output);
    const columns = Math.min(output.columns || 80, widest);

    const asText = ({ name, description, url, schema_object }: AskResult) => {
      const text = schema_object?.['text'];
      const lines = excerpt(harmlessText(typeof text === 'string' ? text : description), columns - 2);
      return [style.bold(plain(name)), ...[...lines, '', style.cyan(harmless(url))].map(indented)].join('\n');
    };
    const own = ownCommands(program, question);
    const others = answer.results
      .filter(({ name }) => !own.some(({ usage }) => plain(name).endsWith(usage)))
      .toSorted((a, b) => isOperation(a) - isOperation(b));
    const commands = own.map(({ usage, about }) => [style.bold(usage), ...excerpt(about, columns - 2).map(indented)].join('\n'));
    const shown = [...commands, ...others.slice(0, mostAnswers).toSorted(byCommandLine).map(asText)];
    const isAnswered = others.length > 0 || own.length > 0;
    context.out.item(answer, () => (isAnswered ? shown.join('\n\n') : noAnswer));
  };

  const command = program
    .command('ask')
    .argument('[question...]', 'the question; standard input if not given')
    .description('ask the documentation a question')
    .option('-f, --from <file>', 'read the question from a file; - is standard input')
    .action(act(ask));
  examples(command, 'parley ask how do I mute a participant');
}

const plain = (heading: string): string => harmless(heading).replaceAll('`', '');

/** Operations of the API come after everything that explains them. */
const isOperation = ({ url }: AskResult): number => Number(url.includes('/openapi.json#'));

/** Sections about the command line first. */
const byCommandLine = (a: AskResult, b: AskResult): number => isOfCommandLine(b) - isOfCommandLine(a);
const isOfCommandLine = ({ url }: AskResult): number => Number(/\/docs\/cli\b/.test(url));

const indented = (line: string): string => (line ? `  ${line}` : line);
