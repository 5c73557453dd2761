import type { InboundView, Space } from '@parley/sdk';
import type { Command } from 'commander';
import { act, type Verb } from '../../command.ts';
import { Failure } from '../../failure.ts';
import { examples } from '../../help.ts';
import { addressees } from '../participants/addressees.ts';
import { namesIn } from '../participants/names.ts';

export function inboundCommand(program: Command): void {
  const inbound = program
    .command('inbound')
    .argument('[who...]', '`all`, `humans`, `nobody`, or names or ids of participants; shows whose they are if not given')
    .option('--refuse', 'refuse what others direct to you; by default it is held until you accept it')
    .description('say whose directed messages you accept; those of the owner are always accepted')
    .action(act(setOrShow));
  examples(inbound, 'parley inbound', 'parley inbound humans', 'parley inbound Ann Bert --refuse', 'parley inbound all');
}

const setOrShow: Verb<{ refuse?: boolean }, [who: string[]]> = async (context, { refuse }, who) => {
  const space = await context.space();
  const { inbound, words } = await inboundOf(space, who, refuse ? 'refuse' : 'hold');
  context.out.answer(inbound, () => words);
};

/** Sets whose messages the caller accepts, unless nobody is named, and says whose they are. */
export async function inboundOf(
  space: Space,
  who: readonly string[],
  others: InboundView['others'],
): Promise<{ inbound: InboundView; words: string }> {
  if (others === 'refuse' && who.length === 0) throw new Failure('usage', 'Say whose messages you accept', 'for example: humans');
  const inbound = who.length > 0 ? await space.setInbound(await acceptedIn(space, who), { others }) : await space.inbound();
  const named = typeof inbound.accept === 'string' ? String : await namesIn(space);
  return { inbound, words: inWords(inbound, named) };
}

/** A word for a group, or the ids of those who are named; `@all` is a participant of that name. */
async function acceptedIn(space: Space, who: readonly string[]): Promise<InboundView['accept']> {
  const group = (['all', 'humans', 'nobody'] as const).find((each) => who.includes(each));
  if (group && who.length > 1) throw new Failure('usage', `${group} cannot be combined with others`, 'name everyone, or no one');
  if (group) return group === 'nobody' ? [] : group;
  const { participants } = await space.get();
  return addressees(participants, who, space.participantId).map(({ participantId }) => participantId);
}

function inWords({ accept, others }: InboundView, named: (participantId: string) => string): string {
  if (accept === 'all') return 'You accept the messages of everyone';
  const whom = accept === 'humans' ? 'verified humans' : accept.map(named).join(', ') || 'nobody else';
  const rest = others === 'hold' ? 'Others are held until you accept them' : 'Others are refused';
  return `You accept the messages of the owner and ${whom}. ${rest}`;
}
