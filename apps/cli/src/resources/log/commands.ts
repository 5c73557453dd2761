import { maxSequence } from '@parley/core/limits';
import type { LoggedEvent } from '@parley/sdk';
import type { Command } from 'commander';
import { act, collected, type Verb } from '../../command.ts';
import { whole, within } from '../../duration.ts';
import { examples } from '../../help.ts';
import { colours } from '../../terminal/colours.ts';
import { output } from '../../terminal/streams.ts';
import { harmless } from '../../watch/harmless.ts';
import { eventInWords, nameOf, textOf } from '../../watch/wording.ts';

const [few, most] = [50, 10_000];
const mostAtATime = 1_000;

export function logCommands(program: Command): void {
  const reading = program
    .command('events')
    .description('print what happened in the space, of any kind, oldest first')
    .option('--kind <type>', 'only events of this type, such as participant-status; can be repeated (default: all)', collected)
    .option('--before <sequence>', 'only events before this sequence number', whole)
    .option('--after <sequence>', 'only events after this sequence number', whole)
    .option('--last <number>', `how many of the newest (default: ${few})`, within(1, most, whole, `a number from 1 to ${most}`))
    .action(act(list));
  examples(reading, 'parley events', 'parley events --kind participant-status --last 20', 'parley events --after 42 --json');
}

interface EventChoices {
  kind?: string[];
  before?: number;
  after?: number;
  last?: number;
}

const list: Verb<EventChoices, []> = async (context, { kind, before = maxSequence, after, last = few }) => {
  const { out, signal } = context;
  const space = await context.space();
  const found: LoggedEvent[] = [];
  const kinds = kind as LoggedEvent['type'][] | undefined;
  for (let place = before, hasMore = true; hasMore && found.length < last;) {
    const limit = Math.min(mostAtATime, last - found.length);
    const page = await space.pastEvents({ before: place, after, limit, kinds, signal });
    found.unshift(...page.events);
    ({ cursor: place, hasMore } = page);
  }
  const people = out.json ? [] : (await space.get({ signal })).participants;
  const names = new Map(people.map((person) => [person.participantId, nameOf(person)]));
  const { dim } = colours(output);
  for (const event of found) {
    const words = out.json ? '' : wordsOf(event, (id) => names.get(id) ?? 'Someone');
    if (words === undefined) continue;
    out.item(event, () => `${dim(`#${event.id} ${new Date(event.at).toLocaleString('sv')}`)} ${words}`);
  }
};

function wordsOf(event: LoggedEvent, named: (id: string) => string): string | undefined {
  if (event.type !== 'message') return eventInWords(event, named);
  return `${nameOf({ name: event.data.senderName })}: ${harmless(textOf(event.data))}`;
}
