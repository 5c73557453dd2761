import { assertAllowed, assertRoom } from '../../kernel/assertions.ts';
import { inQuotes } from '../../kernel/envelope.ts';
import { type ErrorDetails, ServiceError, notFound } from '../../kernel/errors.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Limits } from '../../kernel/limits.ts';
import { dueTime } from '../../kernel/standstill.ts';
import type { SpaceState } from '../../kernel/state.ts';
import { displayName, displayNameOf } from '../participants/display-names.ts';
import type { Participant } from '../participants/entity.ts';
import type { EditMismatch } from './edit.ts';
import { type Artifact, type Lock, type Measures, lockAt } from './entity.ts';
import { missing } from './errors.ts';

export const hasExpired = ({ lock }: Artifact, now: Instant): boolean => lock !== undefined && now >= lock.expiresAt;

export function found<Found>(artifact: Found | undefined): Found {
  if (!artifact) throw notFound(missing.artifactId);
  return artifact;
}

export function create(
  state: SpaceState,
  wish: { artifactId: string; name: string; measures: Measures },
  author: Participant,
  now: Instant,
  limits: Limits,
): Artifact {
  assertRoom(state.artifacts.size, limits.artifactsPerSpace, 'artifacts');
  assertFits(state, { bytes: 0 }, wish.measures.bytes, limits);
  return {
    artifactId: wish.artifactId,
    position: positionIn(state),
    name: wish.name,
    version: 1,
    ...wish.measures,
    history: { versions: 0, bytes: 0 },
    createdBy: author.participantId,
    updatedBy: author.participantId,
    createdAt: now,
    updatedAt: now,
  };
}

/** After all others. */
const positionIn = ({ artifacts }: SpaceState): number =>
  [...artifacts.values()].reduce((after, { position }) => Math.max(after, position + 1), 0);

/** The oldest artifact of a name. */
export const named = ({ artifacts }: SpaceState, name: string): Artifact | undefined =>
  [...artifacts.values()].find((artifact) => artifact.name === name);

export const nameTaken = ({ artifactId, name }: Artifact): ServiceError =>
  new ServiceError('name_taken', `There is already an artifact named ${inQuotes(name)}`, { artifactId });

export function rename(state: SpaceState, artifact: Artifact, name: string, caller: Participant, now: Instant): Artifact {
  assertNotHeld(state, artifact, caller, now);
  return { ...artifact, name };
}

/** Throws 403 unless the caller created it or owns the space. */
export function remove(state: SpaceState, artifact: Artifact, caller: Participant, now: Instant): Artifact {
  const mayRemove = caller.isOwner || caller.participantId === artifact.createdBy;
  assertAllowed(mayRemove, 'the creator of the artifact and the owner of the space can delete it');
  assertNotHeld(state, artifact, caller, now);
  return { ...release(artifact), deletion: { at: now, by: caller.participantId } };
}

/** Whether a caller can restore it, and so see it among the deleted ones: who deleted it, and the owner. */
export const canBringBack = ({ deletion }: Artifact, { participantId, isOwner }: Participant): boolean =>
  isOwner || deletion?.by === participantId;

export function bringBack(state: SpaceState, deleted: Artifact, caller: Participant, limits: Limits): Artifact {
  assertAllowed(canBringBack(deleted, caller), 'who deleted the artifact and the owner of the space can restore it');
  assertRoom(state.artifacts.size, limits.artifactsPerSpace, 'artifacts');
  assertFits(state, { bytes: 0 }, deleted.bytes, limits);
  return { ...deleted, position: positionIn(state), deletion: undefined };
}

/** Throws 423 while another participant holds the lock. */
function assertNotHeld(state: SpaceState, artifact: Artifact, caller: Participant, now: Instant): void {
  const held = lockAt(artifact, now);
  if (held && held.lockedBy !== caller.participantId) throw lockedBy(state, held);
}

/** Checks that all contents of a space fit together with the new one. A write that makes an artifact smaller is always accepted. */
export function assertFits({ artifacts }: SpaceState, before: Pick<Artifact, 'bytes'>, bytes: number, limits: Limits): void {
  if (bytes <= before.bytes) return;
  const others = [...artifacts.values()].reduce((sum, artifact) => sum + artifact.bytes, -before.bytes);
  assertBytes(others + bytes, limits.artifactBytesPerSpace);
}

export function lock(state: SpaceState, artifact: Artifact, caller: Participant, now: Instant, ttlMs: number): Artifact {
  const held = lockAt(artifact, now);
  if (held && held.lockedBy !== caller.participantId) throw lockedBy(state, held);
  const lockedAt = held?.lockedAt ?? now;
  return { ...artifact, lock: { lockedBy: caller.participantId, lockedAt, expiresAt: now + ttlMs } };
}

export function heartbeat(state: SpaceState, artifact: Artifact, caller: Participant, now: Instant, ttlMs: number): Artifact {
  const held = heldBy(state, artifact, caller, now);
  return { ...artifact, lock: { ...held, expiresAt: now + ttlMs } };
}

/** What a caller has seen before a write, and how it uses the lock. */
export interface Writing {
  readonly lock: 'held' | 'auto';
  readonly baseVersion?: number | undefined;
}

/** The artifact as a write finds it, with the lock that it leaves. Throws 423 without the lock. */
export function writable(
  state: SpaceState,
  artifact: Artifact,
  { lock: use }: Writing,
  caller: Participant,
  now: Instant,
  ttlMs: number,
): Artifact {
  if (use === 'held') return heartbeat(state, artifact, caller, now, ttlMs);
  assertNotHeld(state, artifact, caller, now);
  return artifact;
}

export const isBasedOn = ({ version }: Artifact, { baseVersion = version }: Writing): boolean => baseVersion === version;

/**
 * Throws 400 if a whole text would silently replace what others wrote: its author neither keeps them out by the lock nor says which
 * version it was made for.
 */
export function assertKnown(artifact: Artifact, { lock, baseVersion }: Writing, caller: Participant, now: Instant): void {
  const isHolder = lockAt(artifact, now)?.lockedBy === caller.participantId;
  if (lock === 'held' || isHolder || baseVersion !== undefined) return;
  const { version } = artifact;
  const message =
    'A whole content that no lock protects needs a `baseVersion`, the version that you have read, or it could replace what others wrote. ' +
    `The present version is ${version}: if you have not read that one, read it first`;
  throw new ServiceError('base_version_required', message, { currentVersion: version });
}

/** `diff`: what has changed since, if the base is still stored. */
export function conflict(state: SpaceState, artifact: Artifact, diff: ErrorDetails['diff'] | undefined): ServiceError {
  const { version, updatedBy, updatedAt } = artifact;
  const updatedByName = displayNameOf(state, updatedBy);
  const author = updatedByName ? inQuotes(updatedByName) : 'Another participant';
  return new ServiceError('version_conflict', `${author} has written version ${version} meanwhile`, {
    currentVersion: version,
    updatedBy,
    ...(updatedByName && { updatedByName }),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(diff && { diff }),
  });
}

export const mismatch = ({ version }: Artifact, { message, mismatch }: EditMismatch): ServiceError =>
  new ServiceError('edit_mismatch', message, { ...mismatch, currentVersion: version });

/** The next version of an artifact: its present content becomes an old one. */
export function written(artifact: Artifact, measures: Measures, author: Author, now: Instant): Artifact {
  const { history, contentBytes } = artifact;
  return {
    ...artifact,
    ...measures,
    history: { versions: history.versions + 1, bytes: history.bytes + contentBytes },
    version: artifact.version + 1,
    updatedBy: author.authorId,
    updatedAt: now,
  };
}

/** Who wrote a text, under the display name of that time. */
export interface Author {
  readonly authorId: string;
  readonly authorName: string;
}

/** A participant as the author of what it writes now. */
export const authorIn = (state: SpaceState, participant: Participant): Author => ({
  authorId: participant.participantId,
  authorName: displayName(state, participant),
});

/** Without the content of these old versions. */
export const prunedBy = (artifact: Artifact, versions: readonly { readonly bytes: number }[]): Artifact => ({
  ...artifact,
  history: {
    versions: artifact.history.versions - versions.length,
    bytes: versions.reduce((left, { bytes }) => left - bytes, artifact.history.bytes),
  },
});

export function unlock(state: SpaceState, artifact: Artifact, caller: Participant, now: Instant): Artifact {
  const held = lockAt(artifact, now);
  if (held && held.lockedBy !== caller.participantId && !caller.isOwner) throw lockedBy(state, held);
  return release(artifact);
}

export const release = (artifact: Artifact): Artifact => ({ ...artifact, lock: undefined });

/** The locks to release when a participant is muted, kicked or leaves. */
export const heldLocks = (state: SpaceState, participantId: string, now: Instant): Artifact[] =>
  [...state.artifacts.values()].filter((artifact) => lockAt(artifact, now)?.lockedBy === participantId);

function heldBy(state: SpaceState, artifact: Artifact, caller: Participant, now: Instant): Lock {
  const held = lockAt(artifact, now);
  if (!held) throw new ServiceError('not_locked', 'The artifact is not locked: lock it first');
  if (held.lockedBy !== caller.participantId) throw lockedBy(state, held);
  return held;
}

function lockedBy(state: SpaceState, { lockedBy, expiresAt }: Lock): ServiceError {
  const lockedByName = displayNameOf(state, lockedBy);
  const lockExpiresAt = dueTime(expiresAt);
  const holder = lockedByName ? inQuotes(lockedByName) : 'Another participant';
  const details = { lockedBy, ...(lockedByName && { lockedByName }), ...(lockExpiresAt && { lockExpiresAt }) };
  return new ServiceError('locked', `${holder} holds the lock${lockExpiresAt ? ` until ${lockExpiresAt}` : ''}`, details);
}

/** Checks the total size of a space's artifacts. */
export function assertBytes(actual: number, limit: number): void {
  if (actual <= limit) return;
  const message = `is too large: the artifacts of a space can have at most ${limit} bytes in total, but would have ${actual}`;
  throw new ServiceError('invalid_request', `content ${message}`, { issues: [{ field: 'content', message, limit, actual }] });
}
