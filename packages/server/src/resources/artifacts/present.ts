import type { EventView } from '../../engine/stream/views.ts';
import {
  type ArtifactSummary,
  type ArtifactView,
  type LockResult,
  lockAt,
  type Artifact,
  type ArtifactVersion,
  type Instant,
  type Lock,
} from '@parley/core';
import { dateTime, dueField } from '../../engine/present/time.ts';

type Summarized = Pick<Artifact, 'artifactId' | 'name' | 'version' | 'updatedAt'>;
type HeldLock = Pick<Lock, 'lockedBy' | 'expiresAt'>;

/** Includes the lock in force, if any. */
export const artifactSummary = (
  { artifactId, name, version, updatedAt }: Summarized,
  lock: HeldLock | undefined,
  openProposals = 0,
): ArtifactSummary => ({
  id: artifactId,
  name,
  version,
  updatedAt: dateTime(updatedAt),
  ...(lock && { lockedBy: lock.lockedBy, ...dueField('lockExpiresAt', lock.expiresAt) }),
  ...(openProposals > 0 && { openProposals }),
});

export function artifactView(artifact: Artifact, content: string, spaceId: string, now: Instant): ArtifactView {
  const lock = lockAt(artifact, now);
  return {
    id: artifact.artifactId,
    spaceId,
    name: artifact.name,
    type: 'markdown',
    content,
    sha256: artifact.sha256,
    version: artifact.version,
    createdBy: artifact.createdBy,
    updatedBy: artifact.updatedBy,
    createdAt: dateTime(artifact.createdAt),
    updatedAt: dateTime(artifact.updatedAt),
    ...(lock && { lockedBy: lock.lockedBy, lockedAt: dateTime(lock.lockedAt), ...dueField('lockExpiresAt', lock.expiresAt) }),
    ...(artifact.deletion && { deletedAt: dateTime(artifact.deletion.at), deletedBy: artifact.deletion.by }),
  };
}

/** Versions in a list say only whether their content is stored. */
export const versionView = (
  { artifactId: _, content: __, at, note, restoredFrom, ...version }: ArtifactVersion,
  kept: boolean,
) => ({
  ...version,
  at: dateTime(at),
  ...(note !== undefined && { note }),
  ...(restoredFrom !== undefined && { restoredFrom }),
  kept,
});

export function lockResult(artifact: Artifact, now: Instant): LockResult {
  const lock = lockAt(artifact, now)!;
  return { lockedBy: lock.lockedBy, lockExpiresAt: dateTime(lock.expiresAt) };
}

export const views: { artifact: EventView<'artifact'> } = {
  artifact: ({ action, lock, actorId, sha256, via, authorId, ...artifact }) => ({
    action,
    artifact: artifactSummary(artifact, lock),
    ...(sha256 && { sha256, via, authorId }),
    actorId,
  }),
};
