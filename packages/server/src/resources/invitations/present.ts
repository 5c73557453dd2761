import { type InvitationView, invitation as rules, type Instant, type Invitation } from '@parley/core';
import { dateTime } from '../../engine/present/time.ts';

export const invitationView = (invitation: Invitation, participantIds: string[], now: Instant): InvitationView => ({
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
