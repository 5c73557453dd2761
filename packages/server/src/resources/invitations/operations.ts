import { invitation as rules } from '@parley/core';
import { invitationView } from './present.ts';
import { dateTime } from '../../engine/present/time.ts';
import type { Environment } from '../../engine/environment.ts';
import { read, write } from '../../engine/operation.ts';
import { newestOf } from '../pages.ts';

export const createInvitation = write<'createInvitation'>(({ state, input, now, env }) => {
  const { spaceId } = state.space;
  const invitationId = env.mint.id();
  const { key, hash } = env.mint.key('invitation', spaceId, invitationId);
  const wish = { ...input, invitationId, keyHash: hash };
  const invitation = rules.create(state, wish, now, env.limits.invitationsPerSpace);
  return {
    changes: { invitations: [invitation], forgotten: { invitations: rules.longDead(state, now) } },
    outcome: { invitationId, ...linksOf(spaceId, key, env) },
  };
});

export const listInvitations = read<'listInvitations'>(({ state, input, now }) => {
  const joined = new Map([...state.invitations.keys()].map((invitationId): [string, string[]] => [invitationId, []]));
  for (const { participantId, invitationId } of state.participants.values()) joined.get(invitationId ?? '')?.push(participantId);
  const { page, hasMore } = newestOf(state.invitations.values(), input);
  return { invitations: page.map((each) => invitationView(each, joined.get(each.invitationId)!, now)), hasMore };
});

/** Its key is not stored but derived again, which gives another one if the secret of the server was changed. */
export const getInvitation = read<'getInvitation'>(({ state, input: { invitationId }, now, env }) => {
  const { spaceId } = state.space;
  const invitation = rules.find(state, invitationId);
  const joined = [...state.participants.values()].filter((each) => each.invitationId === invitationId);
  const { key, hash } = env.mint.key('invitation', spaceId, invitationId);
  const works = rules.stateAt(invitation, now) === 'active' && hash === invitation.keyHash;
  return {
    ...invitationView(
      invitation,
      joined.map(({ participantId }) => participantId),
      now,
    ),
    ...(works && linksOf(spaceId, key, env)),
  };
});

export const getMyInvitation = read<'getMyInvitation'>(({ caller: { invitation }, now }) => {
  rules.assertWorks(invitation, now);
  const { expiresAt, maxUses, uses, role } = invitation;
  return {
    ...(expiresAt !== undefined && { expiresAt: dateTime(expiresAt) }),
    ...(maxUses !== undefined && { usesLeft: maxUses - uses }),
    ...(role !== undefined && { role }),
  };
});

export const revokeInvitation = write<'revokeInvitation'>(({ state, input, now }) => {
  const invitation = rules.find(state, input.invitationId);
  const outcome = { ok: true };
  if (invitation.revokedAt !== undefined) return { outcome };
  return { changes: { invitations: [rules.revoke(invitation, now)] }, outcome };
});

function linksOf(spaceId: string, key: string, { publicUrl }: Environment) {
  const humanLink = `${publicUrl}/space/${spaceId}/${key}`;
  return { humanLink, agentLink: `${humanLink}/.well-known/agent.md`, publicInvitationKey: key };
}
