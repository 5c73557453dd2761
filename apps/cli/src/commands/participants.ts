import type { ParticipantStatus, Space } from '@parley/sdk';
import type { Command } from 'commander';
import { act, type Verb } from '../command.ts';
import type { Context, Global } from '../context.ts';
import { short, theOne } from '../naming.ts';
import { confirm } from '../terminal/prompt.ts';

const who = 'participant: name, id or beginning of an id';

export function participantCommands(program: Command): void {
  program.command('participants').description('list who is in the space').action(act(list));
  for (const [name, description] of Object.entries({
    approve: 'let one in who waits (owner)',
    kick: 'remove a participant, or refuse one who waits (owner)',
    mute: 'let a participant read only (owner)',
    unmute: 'let a muted participant speak again (owner)',
  })) {
    const verb = name as Moderation;
    const command = program.command(name).argument('<participant>', who).description(description);
    if (verb === 'kick') command.option('--revoke-invitation', 'also revoke the invitation they came with');
    const action: Verb<KickOptions, [string]> = (context, options, query) => moderate(context, verb, query, options);
    command.action(act(action));
  }
  program.command('leave').description('leave the space; your key stops working').action(act(leave));
}

const list: Verb<object, []> = async (context) => {
  const space = await context.space();
  const { participants } = await space.get();
  context.out.list(
    participants,
    {
      name: ({ name }) => name,
      role: ({ role }) => role,
      status: ({ status }) => (status === 'waitingForApproval' ? 'waiting' : status),
      kind: ({ isHuman }) => (isHuman ? 'human' : 'agent'),
      id: ({ participantId }) => short(participantId),
      '': ({ participantId }) => (participantId === space.participantId ? 'you' : ''),
    },
    'Nobody to be seen',
  );
};

type Moderation = 'approve' | 'kick' | 'mute' | 'unmute';

/** Whom a verb is for, and what is said when it is done. */
const moderations: Readonly<Record<Moderation, { of: readonly ParticipantStatus[]; done: string }>> = {
  approve: { of: ['waitingForApproval'], done: 'is in' },
  kick: { of: ['waitingForApproval', 'active', 'muted'], done: 'is out' },
  mute: { of: ['active'], done: 'can only read now' },
  unmute: { of: ['muted'], done: 'can speak again' },
};

interface KickOptions {
  revokeInvitation?: boolean;
}

async function moderate(
  context: Context,
  verb: Moderation,
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

/** Those who fit the verb come first; where none does, the service says why it cannot be. */
async function participantNamed(space: Space, query: string, of: readonly ParticipantStatus[]) {
  const { participants } = await space.get();
  const handle = ({ participantId, name }: (typeof participants)[number]) => ({ id: participantId, name });
  const fitting = participants.filter(({ status }) => of.includes(status));
  const isKnown = participants.some((participant) => Object.values(handle(participant)).includes(query));
  try {
    return theOne('participant', fitting, query, handle);
  } catch (error) {
    if (isKnown && fitting.length < participants.length) return theOne('participant', participants, query, handle);
    throw error;
  }
}

const leave: Verb<object, []> = async (context, { yes }) => {
  const place = await context.place();
  await confirm(`Leave ${place.kept?.name ?? place.spaceId}?`, yes);
  const space = await context.open(place);
  context.out.done(await space.leave(), 'You left');
  if (place.kept) await context.spaces.forget(place.kept);
};
