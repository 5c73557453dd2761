import type { SearchedKind, SearchResult } from '@parley/sdk';
import type { Command } from 'commander';
import { act, collected, type Verb } from '../../command.ts';
import { instant, whole, within } from '../../duration.ts';
import { examples } from '../../help.ts';
import { localTime } from '../../local-time.ts';
import { theOne } from '../../naming.ts';
import { personOf } from '../participants/addressees.ts';
import { resultText } from './result.ts';

const [few, most] = [20, 1_000];
/** The most that one call answers. */
const mostAtATime = 50;

export function searchCommands(program: Command): void {
  const searching = program
    .command('search')
    .argument('<words...>', 'words that must all be there; words in quotes are a phrase')
    .description('find what was said, written and decided in the space, newest first')
    .option('--in <kind>', 'what to search, such as messages; can be repeated (default: everything)', collected)
    .option('--from <participant>', 'only what this participant wrote (name, id or start of an id)')
    .option('--before <time>', 'only what is older: a date-time, or how long ago', instant)
    .option('--after <time>', 'only what is newer: a date-time, or how long ago', instant)
    .option('--last <count>', `how many results (default: ${few})`, within(1, most, whole, `a number from 1 to ${most}`))
    .action(act(find));
  examples(
    searching,
    'parley search launch date',
    'parley search "launch date" --in messages --after 7d',
    'parley search deploy --from Gus --json',
  );
}

interface SearchChoices {
  in?: string[];
  from?: string;
  before?: Date;
  after?: Date;
  last?: number;
}

const find: Verb<SearchChoices, [words: string[]]> = async (context, choices, words) => {
  const { in: kinds, from, before, after, last = few } = choices;
  const { out, signal } = context;
  const space = await context.space();
  const author = from === undefined ? undefined : theOne('participant', (await space.get()).participants, from, personOf);
  const search = space.search(words.map(asPhrase).join(' '), {
    in: kinds as SearchedKind[] | undefined,
    from: author?.participantId,
    ...{ before, after, signal, limit: Math.min(last + 1, mostAtATime) },
  });
  const found: SearchResult[] = [];
  for await (const result of search) {
    if (found.length === last) return out.note(`There are more, older than ${localTime(found.at(-1)!.at)}; --last finds more`);
    if (found.length > 0 && !out.json) out.line('');
    out.item(result, () => resultText(result));
    found.push(result);
  }
  if (found.length > 0 || out.json) return;
  const hasPhrase = words.some((word) => /\s/.test(word));
  out.note(`Nothing found${hasPhrase ? '; without quotes, words can be anywhere' : ''}`);
};

/** A shell takes the quotes away. */
const asPhrase = (word: string): string => (/\s/.test(word) && !word.includes('"') ? `"${word}"` : word);
