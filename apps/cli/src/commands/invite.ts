import type { Command } from 'commander';
import { userInfo } from 'node:os';
import { act, type Verb } from '../command.ts';
import { duration } from '../duration.ts';
import { Failure } from '../failures.ts';
import { whileWaiting } from '../terminal/spinner.ts';
import { tellKept } from './space.ts';

export function inviteCommands(program: Command): void {
  program.command('invite').description('make an invitation that any number may use (owner)').action(act(invite));
  program
    .command('join <link>')
    .description('join the space of an invitation link, keep the key and use it')
    .option('--name <name>', 'your name in it (default: your name on this machine)')
    .option('--role <text>', 'your role in it')
    .option('--human', 'say that you are a human')
    .option('--wait <time>', 'how long to wait for the approval of the owner, as 30s or 10m (default: without end)', duration)
    .option('--as <alias>', 'a short name for it on this machine')
    .option('--show-key', 'print your key')
    .action(act(join));
}

const invite: Verb<object, []> = async (context) => {
  const space = await context.space();
  const invitation = await space.invite();
  context.out.answer(invitation, () => `humans  ${invitation.humanLink}\nagents  ${invitation.agentLink}`);
};

interface JoinOptions {
  name?: string;
  role?: string;
  human?: boolean;
  wait?: number;
  as?: string;
  showKey?: boolean;
}

const join: Verb<JoinOptions, [link: string]> = async (context, options, link) => {
  const { readInvitation } = await import('@parley/sdk');
  const invitation = invitationOf(readInvitation, link);
  await context.spaces.prepare(options.as, invitation.spaceId);
  const { baseUrl = context.baseUrl } = invitation;
  const parley = await context.parley(baseUrl);
  const limit = options.wait === undefined ? undefined : AbortSignal.timeout(options.wait * 1000);
  const { role, human: isHuman, name = userInfo().username } = options;
  const joining = parley.join(invitation, {
    name,
    ...(role !== undefined && { role }),
    ...(isHuman && { isHuman }),
    signal: limit ? AbortSignal.any([limit, context.signal]) : context.signal,
    onWaiting: (participantId) => context.out.note(`The owner must approve you: parley approve ${participantId}`),
  });
  const space = await whileWaiting('Waiting to be let in', joining).catch((error: unknown) => {
    throw limit?.aborted && error === limit.reason
      ? new Failure('error', 'The owner did not approve in time', 'join again')
      : error;
  });
  const { spaceId, key, participantId } = space;
  const view = await space.get().catch(() => ({ name: 'space' }));
  const kept = await context.spaces.keep(
    { spaceId, baseUrl, key, role: 'participant', participantId, name: view.name },
    options.as,
  );
  tellKept(context, kept, options.showKey, '`parley chat` talks in it');
};

function invitationOf<T>(read: (link: string) => T, link: string): T {
  try {
    return read(link);
  } catch {
    throw new Failure('usage', 'This is no invitation link', '`parley invite` of the owner prints one');
  }
}
