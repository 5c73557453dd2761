import type { Artifact, Invitation, Participant, Space } from '@parley/core';
import type { artifacts, invitations, participants, spaces } from './schema.ts';

export type SpaceRow = typeof spaces.$inferSelect;
export type ParticipantRow = typeof participants.$inferSelect;
export type ArtifactRow = typeof artifacts.$inferSelect;
export type InvitationRow = typeof invitations.$inferSelect;

/** The columns of the four parts of a space's state, and their values, for writing; then the way back. */
export const participantColumns =
  'space_id uuid, participant_id uuid, position int, name text, role text, is_owner boolean, is_human boolean, status text, key_hash text, invitation_id uuid, revealed boolean, ended_ms bigint';

export const participantRow = (participant: Participant, spaceId: string): object => ({
  space_id: spaceId,
  participant_id: participant.participantId,
  position: participant.position,
  name: participant.name,
  role: participant.role,
  is_owner: participant.isOwner,
  is_human: participant.isHuman,
  status: participant.status,
  key_hash: participant.keyHash,
  invitation_id: participant.invitationId,
  revealed: participant.revealed,
  ended_ms: participant.endedAt,
});

export const artifactColumns =
  'space_id uuid, artifact_id uuid, position int, name text, version int, bytes int, created_by uuid, updated_by uuid, created_ms bigint, updated_ms bigint, locked_by uuid, locked_ms bigint, lock_expires_ms bigint';

export const artifactRow = (artifact: Artifact, spaceId: string): object => ({
  space_id: spaceId,
  artifact_id: artifact.artifactId,
  position: artifact.position,
  name: artifact.name,
  version: artifact.version,
  bytes: artifact.bytes,
  created_by: artifact.createdBy,
  updated_by: artifact.updatedBy,
  created_ms: artifact.createdAt,
  updated_ms: artifact.updatedAt,
  locked_by: artifact.lock?.lockedBy,
  locked_ms: artifact.lock?.lockedAt,
  lock_expires_ms: artifact.lock?.expiresAt,
});

export const invitationColumns =
  'space_id uuid, key_hash text, invitation_id uuid, created_ms bigint, expires_ms bigint, max_uses int, uses int, role text, revoked_ms bigint';

export const invitationRow = (invitation: Invitation, spaceId: string): object => ({
  space_id: spaceId,
  key_hash: invitation.keyHash,
  invitation_id: invitation.invitationId,
  created_ms: invitation.createdAt,
  expires_ms: invitation.expiresAt,
  max_uses: invitation.maxUses,
  uses: invitation.uses,
  role: invitation.role,
  revoked_ms: invitation.revokedAt,
});

export const spaceColumns =
  'space_id uuid, owner_id uuid, name text, description text, agenda text, privacy text, created_ms bigint, expires_ms bigint, ended_ms bigint, end_reason text';

export const spaceRow = (space: Space): object => ({
  space_id: space.spaceId,
  owner_id: space.ownerId,
  name: space.name,
  description: space.description,
  agenda: space.agenda,
  privacy: space.privacy,
  created_ms: space.createdAt,
  expires_ms: space.expiresAt,
  ended_ms: space.end?.at,
  end_reason: space.end?.reason,
});

export const endOf = ({ endedAt, endReason }: Pick<SpaceRow, 'endedAt' | 'endReason'>): Space['end'] =>
  endedAt !== null && endReason !== null ? { at: endedAt, reason: endReason } : undefined;

export function spaceOf({ endedAt, endReason, agenda, ...row }: SpaceRow): Space {
  return { ...row, agenda: agenda ?? undefined, end: endOf({ endedAt, endReason }) };
}

export const participantOf = ({ spaceId: _, invitationId, endedAt, ...row }: ParticipantRow): Participant => ({
  ...row,
  invitationId: invitationId ?? undefined,
  endedAt: endedAt ?? undefined,
});

export const artifactOf = ({ spaceId: _, lockedBy, lockedAt, lockExpiresAt, ...row }: ArtifactRow): Artifact => ({
  ...row,
  lock:
    lockedBy !== null && lockedAt !== null && lockExpiresAt !== null
      ? { lockedBy, lockedAt, expiresAt: lockExpiresAt }
      : undefined,
});

export const invitationOf = ({ spaceId: _, expiresAt, maxUses, role, revokedAt, ...row }: InvitationRow): Invitation => ({
  ...row,
  expiresAt: expiresAt ?? undefined,
  maxUses: maxUses ?? undefined,
  role: role ?? undefined,
  revokedAt: revokedAt ?? undefined,
});
