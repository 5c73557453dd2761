import { counted } from '@parley/core/words';
import type { CatchUp } from '@parley/sdk';
import { inWords } from './in-words.ts';
import { resources } from './resources/index.ts';
import { colours } from './terminal/colours.ts';
import { output } from './terminal/streams.ts';
import { harmless } from './watch/harmless.ts';

/** A catch-up for a person at a terminal: names instead of ids, and no boundaries. */
export function caughtUp(caught: CatchUp): string {
  const { todo, room, omitted, cursor } = caught;
  const { bold } = colours(output);
  const waiting = resources.flatMap((each) => each.waiting?.(todo) ?? []).map(({ line }) => line);
  const sections = [{ heading: 'Waits for you', lines: waiting }, ...resources.flatMap((each) => each.caughtUp?.(caught) ?? [])];
  const count = omitted.reduce((sum, each) => sum + (each.reason === 'messages' ? each.messages : 0), 0);
  const isMore = omitted.some(({ reason, hasMore }) => reason === 'changes' || hasMore);
  return [
    bold(`${harmless(room.name)}, ${inWords(room.ttlRemaining)} left`),
    ...sections.flatMap(({ heading, lines }) => (lines.length > 0 ? ['', bold(heading), ...lines] : [])),
    ...(count > 0 || isMore
      ? ['', `Not shown: ${count > 0 ? (isMore ? `${count}+ messages` : counted(count, 'message')) : 'older changes'}`]
      : []),
    '',
    `Next time: parley catchup --after ${cursor}`,
  ].join('\n');
}
