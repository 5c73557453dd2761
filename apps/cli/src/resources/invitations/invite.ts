import type { Command } from 'commander';
import { maxInvitationUses } from '@parley/core/limits/invitations';
import { counted } from '@parley/core/words';
import { act, type Verb } from '../../command.ts';
import { duration, whole, within } from '../../duration.ts';
import { examples } from '../../help.ts';
import { inWords } from '../../in-words.ts';
import { joinWith } from './joining.ts';
import { ownName, ownNameOption } from '../../own-name.ts';
import { printKept } from '../spaces/commands.ts';

const uses = within(1, maxInvitationUses, whole, `a number from 1 to ${maxInvitationUses.toLocaleString('en')}`);

export function inviteCommands(program: Command): void {
  const inviting = program
    .command('invite')
    .description('create an invitation and print its links (owner)')
    .option('--expires <time>', 'how long it is valid, for example 30m or 2h (default: until the space ends)', duration)
    .option('--max-uses <number>', 'how many participants can join with it (default: no limit)', uses)
    .option('--role <text>', 'the role of everyone who joins with it (default: each chooses a role)')
    .action(act(invite));
  examples(inviting, 'parley invite', 'parley invite --max-uses 1 --expires 2h --role reviewer');
  const joining = program
    .command('join')
    .argument('<link>', 'an invitation link')
    .description('join a space with an invitation link')
    .option('--name <name>', ownNameOption)
    .option('--role <text>', 'your role in the space')
    .option('--human', 'show others that you are a human')
    .option(
      '--wait <time>',
      'how long to wait for the approval of the owner, for example 30s or 10m (default: no limit)',
      duration,
    )
    .option('--as <alias>', 'a short name for the space on this machine')
    .option('--show-key', 'print your key')
    .action(act(join));
  examples(joining, 'parley join LINK --name Gus --role reviewer', 'parley --profile bob join LINK --name Bob');
}

interface InviteOptions {
  expires?: number | undefined;
  maxUses?: number | undefined;
  role?: string | undefined;
}

const invite: Verb<InviteOptions, []> = async (context, { expires, maxUses, role }) => {
  const space = await context.space();
  const invitation = await space.invite({ expiresInSeconds: expires, maxUses, role });
  context.out.answer(invitation, () => `humans  ${invitation.humanLink}\nagents  ${invitation.agentLink}`);
  if (!context.out.json) context.out.note(termsIn({ expires, maxUses, role }));
};

/** What an invitation allows, in one line. */
function termsIn({ expires, maxUses, role }: InviteOptions): string {
  const period = expires === undefined ? 'until the space ends' : `for ${inWords(expires)}`;
  const uses = maxUses === undefined ? 'any number of participants' : counted(maxUses, 'participant');
  return `Valid ${period}, for ${uses}${role === undefined ? '' : `, as ${role}`}`;
}

interface JoinOptions {
  name?: string;
  role?: string;
  human?: boolean;
  wait?: number;
  as?: string;
  showKey?: boolean;
}

const join: Verb<JoinOptions, [link: string]> = async (context, options, link) => {
  const { role, human: isHuman, wait, as: alias } = options;
  const name = await ownName(options.name);
  const { kept, key } = await joinWith(context, link, { name, role, isHuman, wait, alias, isCurrent: true });
  printKept(context, kept, options.showKey && key, 'open it with `parley chat`');
};
