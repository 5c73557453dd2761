import { inQuotes } from '../envelope.ts';
import { notFound, ServiceError } from '../errors.ts';
import type { Artifact, Instant, Lock, Participant } from '../contract/entities.ts';
import { lockAt, type SpaceState } from '../state.ts';
import type { Limits } from '../limits.ts';
import { assertBytes, assertRoom } from './limit.ts';

export const hasExpired = ({ lock }: Artifact, now: Instant): boolean => lock !== undefined && now >= lock.expiresAt;

export function found<Found>(artifact: Found | undefined): Found {
  if (!artifact) throw notFound('artifactId');
  return artifact;
}

export function create(
  state: SpaceState,
  wish: { artifactId: string; name: string; bytes: number },
  author: Participant,
  now: Instant,
  limits: Limits,
): Artifact {
  assertRoom(state.artifacts.size, limits.artifactsPerSpace, 'artifacts');
  assertFits(state, { bytes: 0 }, wish.bytes, limits);
  return {
    artifactId: wish.artifactId,
    position: state.artifacts.size,
    name: wish.name,
    version: 1,
    bytes: wish.bytes,
    createdBy: author.participantId,
    updatedBy: author.participantId,
    createdAt: now,
    updatedAt: now,
  };
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

export function write(
  state: SpaceState,
  artifact: Artifact,
  caller: Participant,
  now: Instant,
  ttlMs: number,
  bytes: number,
): Artifact {
  return {
    ...heartbeat(state, artifact, caller, now, ttlMs),
    version: artifact.version + 1,
    bytes,
    updatedBy: caller.participantId,
    updatedAt: now,
  };
}

export function unlock(state: SpaceState, artifact: Artifact, caller: Participant, now: Instant): Artifact {
  const held = lockAt(artifact, now);
  if (held && held.lockedBy !== caller.participantId && !caller.isOwner) throw lockedBy(state, held);
  return release(artifact);
}

export const release = (artifact: Artifact): Artifact => ({ ...artifact, lock: undefined });

/** The locks to release when a participant is muted, kicked or leaves. */
export const heldLocks = (state: SpaceState, participantId: string, now: Instant): Artifact[] =>
  [...state.artifacts.values()].filter((artifact) => lockAt(artifact, now)?.lockedBy === participantId);

/** The locks to release when a space ends; they cause no events, because the end is the last event. */
export const allLocked = (state: SpaceState): Artifact[] =>
  [...state.artifacts.values()].filter(({ lock }) => lock !== undefined);

function heldBy(state: SpaceState, artifact: Artifact, caller: Participant, now: Instant): Lock {
  const held = lockAt(artifact, now);
  if (!held) throw new ServiceError('not_locked', 'The artifact is not locked: lock it first');
  if (held.lockedBy !== caller.participantId) throw lockedBy(state, held);
  return held;
}

function lockedBy({ participants }: SpaceState, { lockedBy, expiresAt }: Lock): ServiceError {
  const lockedByName = participants.get(lockedBy)?.name;
  const lockExpiresAt = new Date(expiresAt).toISOString();
  const holder = lockedByName ? inQuotes(lockedByName) : 'Another participant';
  const details = { lockedBy, ...(lockedByName && { lockedByName }), lockExpiresAt };
  return new ServiceError('locked', `${holder} holds the lock until ${lockExpiresAt}`, details);
}
