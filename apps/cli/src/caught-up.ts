import { counted } from '@parley/core/words';
import type { CatchUp, MessageView } from '@parley/sdk';
import { inWords } from './in-words.ts';
import { colours } from './terminal/colours.ts';
import { localTime } from './local-time.ts';
import { messageText } from './terminal/message.ts';
import { output } from './terminal/streams.ts';
import { harmless } from './watch/harmless.ts';

/** A catch-up for a person at a terminal: names instead of ids, and no boundaries. */
export function caughtUp({ todo, decided, artifacts, messages, room, omitted, cursor }: CatchUp): string {
  const { bold } = colours(output);
  const section = (heading: string, lines: readonly string[]) => (lines.length > 0 ? ['', bold(heading), ...lines] : []);
  const waiting = [
    ...todo.deliveries.map(({ message }) => said(message)),
    ...todo.proposals.map(({ authorName, artifactName }) => harmless(`${authorName} proposes a change of ${artifactName}`)),
    ...todo.tasks.map(({ title, state, leaseExpiresAt }) =>
      harmless(`Task ${title}: ${leaseExpiresAt === undefined ? state : `yours until ${localTime(leaseExpiresAt)}`}`),
    ),
  ];
  const people = (['joined', 'left', 'muted', 'unmuted', 'waiting'] as const).flatMap((what) => {
    const names = (room[what] ?? []).map(({ name }) => harmless(name));
    return names.length > 0 ? [`${what === 'waiting' ? 'ask to join' : what}: ${names.join(', ')}`] : [];
  });
  const count = omitted.reduce((sum, each) => sum + (each.reason === 'messages' ? each.messages : 0), 0);
  const isMore = omitted.some(({ reason, hasMore }) => reason === 'changes' || hasMore);
  return [
    bold(`${harmless(room.name)}, ${inWords(room.ttlRemaining)} left`),
    ...section('Waits for you', waiting),
    ...section(
      'Decided',
      decided.map(({ artifactName, state, version }) =>
        harmless(`A change of ${artifactName} was ${state}${version === undefined ? '' : `: version ${version}`}`),
      ),
    ),
    ...section('Changed', artifacts.map(changed)),
    ...section('People', people),
    ...section('Messages', messages.map(said)),
    ...(count > 0 || isMore
      ? ['', `Not shown: ${count > 0 ? (isMore ? `${count}+ messages` : counted(count, 'message')) : 'older changes'}`]
      : []),
    '',
    `Next time: parley catchup --after ${cursor}`,
  ].join('\n');
}

const said = (message: CatchUp['messages'][number]): string => {
  const { truncated, content } = message;
  return messageText({ ...message, content: truncated ? `${content}…` : content } as unknown as MessageView);
};

function changed({ name, from, to, deleted, authors, added, removed }: CatchUp['artifacts'][number]): string {
  const what = deleted ? 'deleted' : from === undefined ? `new, version ${to}` : `version ${from} to ${to}`;
  const lines = added === undefined ? '' : `, +${added} −${removed} lines`;
  const by = authors.length > 0 ? `, by ${authors.map((author) => author.name).join(', ')}` : '';
  return harmless(`${name}: ${what}${lines}${by}`);
}
