import type { ParticipantStatus, ParticipantView, Space } from '@parley/sdk';
import type { Command } from 'commander';
import { personOf } from './addressees.ts';
import { act, type Verb } from '../../command.ts';
import type { Context, Global } from '../../context.ts';
import { verified } from '../../watch/wording.ts';
import { moderations, type ModerationVerb } from './moderations.ts';
import { matching } from '@parley/core/names';
import { short, theOne } from '../../naming.ts';
import { presentName } from '../../present-name.ts';
import { confirm } from '../../terminal/prompt.ts';
import { reachInWords } from '../../watch/wording.ts';

const who = 'name, id or start of an id';

export function participantCommands(program: Command): void {
  program
    .command('participants')
    .description('list the participants of the space')
    .option('--all', 'also those who left or were removed, below the others')
    .action(act(list));
  for (const [name, description] of Object.entries({
    approve: 'approve a participant who is waiting to join (owner)',
    kick: 'remove a participant, or decline a join request (owner)',
    mute: 'let a participant read but not write (owner)',
    unmute: 'let a muted participant write again (owner)',
  })) {
    const verb = name as ModerationVerb;
    const command = program.command(name).argument('<participant>', who).description(description);
    if (verb === 'kick') command.option('--revoke-invitation', 'also revoke the invitation that they joined with');
    const action: Verb<KickOptions, [string]> = (context, options, query) => moderate(context, verb, query, options);
    command.action(act(action));
  }
  program.command('leave').description('leave the space; your key stops working').action(act(leave));
}

const hasGone = ({ status }: ParticipantView): boolean => status === 'left' || status === 'kicked';

const list: Verb<{ all?: boolean }, []> = async (context, { all }) => {
  const space = await context.space();
  const { participants } = await space.get();
  const gone = participants.filter(hasGone);
  const present = participants.filter((participant) => !hasGone(participant));
  context.out.list(
    // A script reads the status.
    context.out.json ? participants : [...present, ...(all ? gone : [])],
    {
      name: ({ name, displayName = name }) => displayName,
      role: ({ role }) => role,
      status: ({ status }) => (status === 'waitingForApproval' ? 'waiting' : status),
      reach: reachInWords,
      kind: ({ isHuman }) => (isHuman ? 'human' : 'agent'),
      id: ({ participantId }) => short(participantId),
      '': ({ participantId, isOwner, speaker, resembles }) =>
        [
          isOwner && 'owner',
          participantId === space.participantId && 'you',
          verified[speaker],
          resembles !== undefined && `a name like that of ${short(resembles)}`,
        ]
          .filter(Boolean)
          .join(', '),
    },
    'No participants',
  );
  if (gone.length > 0 && !all && !context.out.json) context.out.note(`${gone.length} left or were removed; --all lists them.`);
};

interface KickOptions {
  revokeInvitation?: boolean;
}

async function moderate(
  context: Context,
  verb: ModerationVerb,
  query: string,
  { yes, revokeInvitation }: KickOptions & Global,
): Promise<void> {
  const space = await context.space();
  const { of, done } = moderations[verb];
  const { participantId, name } = await participantNamed(space, query, of);
  if (verb === 'kick') await confirm(`Remove ${name}?`, yes);
  const answer = await (verb === 'kick' ? space.kick(participantId, { revokeInvitation }) : space[verb](participantId));
  context.out.done(answer, `${name} ${done}`);
}

/** Participants that the command applies to come first; for others, the refusal of the server says why it does not. */
async function participantNamed(space: Space, query: string, of: readonly ParticipantStatus[]) {
  const { participants } = await space.get();
  const fitting = participants.filter(({ status }) => of.includes(status));
  const isUnfit = matching(fitting, query, personOf).length === 0 && matching(participants, query, personOf).length > 0;
  return theOne('participant', isUnfit ? participants : fitting, query, personOf);
}

const leave: Verb<object, []> = async (context, { yes }) => {
  const place = await context.place();
  const space = await context.open(place);
  await confirm(`Leave ${await presentName(space, place)}? Your key stops working.`, yes);
  context.out.done(await space.leave(), 'You left the space');
  if (place.kept) await context.spaces.forget(place.kept);
};
