import type { z } from 'zod';
import { missing } from './errors.ts';
import type { invitationState } from './views.ts';
import { notFound, ServiceError, type ErrorCode } from '../../kernel/errors.ts';
import { isGone, type Participant } from '../participants/entity.ts';
import { type Instant } from '../../kernel/instant.ts';
import { type Invitation } from './entity.ts';
import type { SpaceState } from '../../kernel/state.ts';
import { assertRoom } from '../../kernel/assertions.ts';

type InvitationState = z.output<typeof invitationState>;

/** How many invitations that no longer work a space remembers. Bounds the size of the state. */
export const rememberedDead = 200;

const refusals: Record<Exclude<InvitationState, 'active'>, [ErrorCode, string]> = {
  revoked: ['invitation_revoked', 'The owner revoked this invitation'],
  expired: ['invitation_expired', 'This invitation has expired'],
  usedUp: ['invitation_used_up', 'This invitation has been used up'],
};

export function stateAt({ revokedAt, expiresAt, maxUses, uses }: Invitation, now: Instant): InvitationState {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt !== undefined && now >= expiresAt) return 'expired';
  return maxUses !== undefined && uses >= maxUses ? 'usedUp' : 'active';
}

export function assertWorks(invitation: Invitation, now: Instant): void {
  const state = stateAt(invitation, now);
  if (state !== 'active') throw new ServiceError(...refusals[state]);
}

/** A participant who asked to join while the invitation worked can poll with it until its own key is in use. */
export function assertAnswers(invitation: Invitation, joiner: Participant | undefined, now: Instant): void {
  if (joiner?.invitationId === invitation.invitationId && !joiner.revealed) return;
  assertWorks(invitation, now);
}

interface InvitationWish {
  invitationId: string;
  keyHash: string;
  expiresInSeconds?: number | undefined;
  maxUses?: number | undefined;
  role?: string | undefined;
}

export function create({ invitations }: SpaceState, wish: InvitationWish, now: Instant, limit: number): Invitation {
  const working = [...invitations.values()].filter((each) => stateAt(each, now) === 'active');
  assertRoom(working.length, limit, 'active invitations');
  const { invitationId, keyHash, expiresInSeconds, maxUses, role } = wish;
  return {
    invitationId,
    keyHash,
    createdAt: now,
    expiresAt: expiresInSeconds === undefined ? undefined : now + expiresInSeconds * 1000,
    maxUses,
    uses: 0,
    role,
  };
}

export function find(state: SpaceState, invitationId: string): Invitation {
  const invitation = state.invitations.get(invitationId);
  if (!invitation) throw notFound(missing.invitationId);
  return invitation;
}

/** Counts one more request to join. */
export function use(invitation: Invitation, now: Instant): Invitation {
  assertWorks(invitation, now);
  return { ...invitation, uses: invitation.uses + 1 };
}

export const revoke = (invitation: Invitation, now: Instant): Invitation => ({
  ...invitation,
  revokedAt: invitation.revokedAt ?? now,
});

/** Invitations that a space can forget: those that no longer work, except the latest and those still used for polling. */
export function longDead({ invitations, participants }: SpaceState, now: Instant): Invitation[] {
  const dead = [...invitations.values()].filter((each) => stateAt(each, now) !== 'active');
  const wanted = new Set([...participants.values()].filter(awaitsKey).map(({ invitationId }) => invitationId));
  return dead.slice(0, -rememberedDead).filter(({ invitationId }) => !wanted.has(invitationId));
}

const awaitsKey = (participant: Participant): boolean => !participant.revealed && !isGone(participant);
