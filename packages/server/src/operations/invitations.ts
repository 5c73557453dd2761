import { invitation as rules, type Instant, type Invitation } from '@parley/core';
import { dateTime } from '../present.ts';
import { read, write } from './define.ts';

export const createInvitation = write<'createInvitation'>(({ state, input, now, env }) => {
  const { spaceId } = state.space;
  const invitationId = env.mint.id();
  const { key, hash } = env.mint.key('invitation', spaceId, invitationId);
  const wish = { ...input, invitationId, keyHash: hash };
  const invitation = rules.create(state, wish, now, env.limits.invitationsPerSpace);
  const page = `${env.publicUrl}/space/${spaceId}/${key}`;
  return {
    changes: { invitations: [invitation], forgotten: rules.longDead(state, now) },
    answer: { invitationId, humanLink: page, agentLink: `${page}/.well-known/agent.md`, publicInvitationKey: key },
  };
});

export const listInvitations = read<'listInvitations'>(({ state, now }) => {
  const joined = new Map([...state.invitations.keys()].map((invitationId): [string, string[]] => [invitationId, []]));
  for (const { participantId, invitationId } of state.participants.values()) joined.get(invitationId ?? '')?.push(participantId);
  const latestFirst = [...state.invitations.values()].toReversed();
  return { invitations: latestFirst.map((each) => invitationView(each, joined.get(each.invitationId)!, now)) };
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
  const answer = { ok: true };
  if (invitation.revokedAt !== undefined) return { answer };
  return { changes: { invitations: [rules.revoke(invitation, now)] }, answer };
});

const invitationView = (invitation: Invitation, participantIds: string[], now: Instant) => ({
  invitationId: invitation.invitationId,
  createdAt: dateTime(invitation.createdAt),
  ...(invitation.expiresAt !== undefined && { expiresAt: dateTime(invitation.expiresAt) }),
  ...(invitation.maxUses !== undefined && { maxUses: invitation.maxUses }),
  uses: invitation.uses,
  ...(invitation.role !== undefined && { role: invitation.role }),
  state: rules.stateAt(invitation, now),
  ...(invitation.revokedAt !== undefined && { revokedAt: dateTime(invitation.revokedAt) }),
  participantIds,
});
