import { ServiceError } from '../errors.ts';
import type { Artifact, Instant, Participant, Privacy, Space, Task } from '../contract/entities.ts';
import { apply, emptyState, type SpaceState } from '../state.ts';
import { hasExpired } from './artifact.ts';
import { hasLapsed } from './task.ts';

export const isOver = (space: Pick<Space, 'end' | 'expiresAt'>, now: Instant): boolean =>
  space.end !== undefined || now >= space.expiresAt;

export const ttlRemaining = (space: Pick<Space, 'end' | 'expiresAt'>, now: Instant): number =>
  space.end ? 0 : Math.max(0, Math.ceil((space.expiresAt - now) / 1000));

interface NewSpace {
  spaceId: string;
  ownerId: string;
  keyHash: string;
  name: string;
  description: string;
  agenda?: string | undefined;
  privacy: Privacy;
  agentBudget?: number | null | undefined;
  tasksPerParticipant?: number | undefined;
  ttl: number;
  ownerName?: string | undefined;
  ownerRole?: string | undefined;
  isHuman?: boolean | undefined;
}

export function create(wish: NewSpace, now: Instant): SpaceState {
  const owner: Participant = {
    participantId: wish.ownerId,
    position: 0,
    name: wish.ownerName ?? 'Owner',
    role: wish.ownerRole ?? 'owner',
    isOwner: true,
    isHuman: wish.isHuman ?? false,
    speaker: 'owner',
    status: 'active',
    keyHash: wish.keyHash,
    keyGeneration: 0,
    formerKeyHashes: [],
    revealed: true,
  };
  const space: Space = {
    spaceId: wish.spaceId,
    ownerId: wish.ownerId,
    name: wish.name,
    description: wish.description,
    agenda: wish.agenda,
    privacy: wish.privacy,
    agentBudget: wish.agentBudget ?? undefined,
    tasksPerParticipant: wish.tasksPerParticipant,
    createdAt: now,
    expiresAt: now + wish.ttl * 1000,
  };
  return apply(emptyState(space), { participants: [owner] });
}

interface SpaceFields {
  name?: string | undefined;
  description?: string | undefined;
  agenda?: string | undefined;
  /** `null` removes it. */
  agentBudget?: number | null | undefined;
  tasksPerParticipant?: number | undefined;
  /** Seconds from now. */
  ttl?: number | undefined;
}

export const update = (
  space: Space,
  { name, description, agenda, agentBudget, tasksPerParticipant, ttl }: SpaceFields,
  now: Instant,
): Space => ({
  ...space,
  expiresAt: ttl === undefined ? space.expiresAt : now + ttl * 1000,
  name: name ?? space.name,
  description: description ?? space.description,
  agenda: agenda ?? space.agenda,
  tasksPerParticipant: tasksPerParticipant ?? space.tasksPerParticipant,
  agentBudget: agentBudget === undefined ? space.agentBudget : (agentBudget ?? undefined),
});

export const close = (space: Space, now: Instant): Space => ({ ...space, end: { at: now, reason: 'closed' } });

/** Seconds: a move takes about as long as reading the space. */
const leavingRetryAfter = 5;

/** Throws 503 while the space is being moved to another server: whether it goes on here is not decided yet. */
export function assertHere({ isLeaving }: Pick<Space, 'isLeaving'>): void {
  if (!isLeaving) return;
  throw new ServiceError('unavailable', 'The space is being moved to another server', { retryAfter: leavingRetryAfter });
}

/** The refusal of a write that would make a space store `actual` bytes in total. */
export function full(actual: number, limit: number): ServiceError {
  const message = `A space can store at most ${limit} bytes in total: messages, artifacts and responses stored for retries`;
  return new ServiceError('invalid_request', message, { issues: [{ field: '', message, limit, actual }] });
}

interface Overdue {
  expired?: Space;
  unlocked: Artifact[];
  lapsed: Task[];
}

/** What time changed since the state was stored: the space expired, or locks and leases of tasks did. */
export function overdue({ space, artifacts, tasks }: SpaceState, now: Instant): Overdue {
  if (space.end || space.isLeaving) return { unlocked: [], lapsed: [] };
  if (now >= space.expiresAt) {
    return { expired: { ...space, end: { at: space.expiresAt, reason: 'expired' } }, unlocked: [], lapsed: [] };
  }
  return {
    unlocked: [...artifacts.values()].filter((artifact) => hasExpired(artifact, now)),
    lapsed: [...tasks.values()].filter((task) => hasLapsed(task, now)),
  };
}

/** When something next becomes `overdue`, if nothing else happens first. */
export function nextDue({ space, artifacts, tasks }: SpaceState): Instant {
  if (space.end || space.isLeaving) return Infinity;
  let due = space.expiresAt;
  for (const { lock } of artifacts.values()) if (lock && lock.expiresAt < due) due = lock.expiresAt;
  for (const { lease } of tasks.values()) if (lease && lease.expiresAt < due) due = lease.expiresAt;
  return due;
}
