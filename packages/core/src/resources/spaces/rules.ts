import type { Changes } from '../../kernel/state.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Participant } from '../participants/entity.ts';
import type { Space } from '../../kernel/space.ts';
import type { Privacy } from './entity.ts';

export { isOver } from '../../kernel/space.ts';

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

/** A new space, and its owner. */
export function create(wish: NewSpace, now: Instant): Changes & { space: Space } {
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
  return { space, participants: [owner] };
}

interface SpaceFields {
  name?: string | undefined;
  description?: string | undefined;
  agenda?: string | undefined;
  privacy?: Privacy | undefined;
  /** `null` removes it. */
  agentBudget?: number | null | undefined;
  tasksPerParticipant?: number | undefined;
  /** Seconds from now. */
  ttl?: number | undefined;
}

export const update = (
  space: Space,
  { name, description, agenda, privacy, agentBudget, tasksPerParticipant, ttl }: SpaceFields,
  now: Instant,
): Space => ({
  ...space,
  expiresAt: ttl === undefined ? space.expiresAt : now + ttl * 1000,
  name: name ?? space.name,
  description: description ?? space.description,
  agenda: agenda ?? space.agenda,
  privacy: privacy ?? space.privacy,
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
