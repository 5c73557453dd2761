import type { InvitationView } from '@parley/sdk';
import type { Command } from 'commander';
import { act, type Verb } from '../../command.ts';
import { inWords } from '../../in-words.ts';
import { short, theOne } from '../../naming.ts';

const reference = 'id or start of an id, as `parley invitation list` shows it';

export function invitationCommands(program: Command): void {
  const invitation = program.command('invitation').description('list, show and revoke invitations (owner)');
  invitation.command('list').description('list the invitations and who joined with each').action(act(list));
  invitation
    .command('show')
    .argument('<invitation>', reference)
    .description('print the links of an active invitation again')
    .action(act(show));
  invitation
    .command('revoke')
    .argument('<invitation>', reference)
    .description('revoke an invitation; participants who joined with it stay')
    .action(act(revoke));
}

const list: Verb<object, []> = async (context) => {
  const space = await context.space();
  const [invitations, { participants }] = await Promise.all([space.invitations(), space.get()]);
  const names = new Map(participants.map(({ participantId, name, displayName = name }) => [participantId, displayName]));
  context.out.list(
    invitations,
    {
      id: ({ invitationId }) => short(invitationId),
      state: ({ state }) => state,
      uses: ({ uses, maxUses }) => (maxUses === undefined ? `${uses}` : `${uses} of ${maxUses}`),
      expires: ({ state, expiresAt }) => (state === 'active' && expiresAt ? `in ${timeUntil(expiresAt)}` : ''),
      role: ({ role }) => role ?? '',
      joined: ({ participantIds }) => participantIds.flatMap((id) => names.get(id) ?? []).join(', '),
    },
    'No invitations yet. `parley invite` creates one.',
  );
};

const timeUntil = (instant: string): string => inWords((Date.parse(instant) - Date.now()) / 1000);

const show: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  const { invitationId } = theOne('invitation', await space.invitations(), query, handle);
  const invitation = await space.invitation(invitationId);
  const { state, humanLink, agentLink } = invitation;
  context.out.answer(invitation, () =>
    humanLink ? `humans  ${humanLink}\nagents  ${agentLink}` : `No links: the invitation is ${words[state]}.`,
  );
};

const words = { active: 'of an earlier secret of the server', expired: 'expired', usedUp: 'used up', revoked: 'revoked' };

const revoke: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  const { invitationId } = theOne('invitation', await space.invitations(), query, handle);
  context.out.done(
    await space.revokeInvitation(invitationId),
    `Revoked ${short(invitationId)}; nobody can join with it any more`,
  );
};

/** An invitation has no name: only its id identifies it. */
const handle = ({ invitationId, state, role }: InvitationView) => ({
  id: invitationId,
  label: role === undefined ? state : `${state} (${role})`,
});
