import { ServiceError } from '../../kernel/errors.ts';
import { isLive, type Participant } from '../participants/entity.ts';
import { type Delivery, type DeliveryOutcome } from './entity.ts';
import { type Instant } from '../../kernel/instant.ts';
import { type Lease } from '../../kernel/lease.ts';
import type { Space } from '../../kernel/space.ts';
import { continued, isStopped, stopped } from '../../kernel/standstill.ts';
import type { SpaceState } from '../../kernel/state.ts';

/** A delivery fails when its last lease expires or is given back. */
export const maxAttempts = 5;

/**
 * The participants that a message is directed to. One who has not used their key yet is unknown even if the owner is the sender: with
 * the id, which everyone reads in the message, others could collect the key.
 */
export function addressees(
  { participants }: SpaceState,
  sender: Participant,
  ids: readonly string[],
  field = 'to',
): readonly Participant[] {
  const issues = [];
  const found: Participant[] = [];
  for (const [i, id] of ids.entries()) {
    const participant = participants.get(id);
    if (id === sender.participantId) issues.push({ field: `${field}.${i}`, message: 'is you: name somebody else' });
    else if (!participant?.revealed || !isLive(participant))
      issues.push({
        field: `${field}.${i}`,
        message: 'must be the id of a participant who is in this space and has used their key',
      });
    else found.push(participant);
  }
  if (issues.length) {
    throw new ServiceError('invalid_request', `${issues[0]!.field} ${issues[0]!.message}`, { issues });
  }
  return found;
}

/**
 * Throws if one more delivery to an addressee would be too many.
 * @param openTo - How many deliveries of the sender to a participant are open.
 */
export function assertRoom(ids: readonly string[], openTo: (participantId: string) => number, limit: number): void {
  const message = `must not have more than ${limit} open deliveries of your messages: wait for their outcomes, or withdraw some`;
  const issues = ids.flatMap((id, i) => (openTo(id) < limit ? [] : { field: `to.${i}`, message, limit, actual: openTo(id) + 1 }));
  if (issues.length) throw new ServiceError('limit_reached', `${issues[0]!.field} ${message}`, { issues });
}

/** What is known of a delivery before it reaches its addressee. */
export type NewDelivery = Pick<Delivery, 'deliveryId' | 'messageId' | 'senderId' | 'participantId' | 'expects'>;

export const queue = ({ deliveryId, messageId, senderId, participantId, expects }: NewDelivery, now: Instant): Delivery => ({
  deliveryId,
  messageId,
  senderId,
  participantId,
  expects,
  state: 'queued',
  attempt: 0,
  createdAt: now,
  version: 0,
});

const end = (delivery: Delivery, outcome: DeliveryOutcome, now: Instant, note?: string): Delivery => ({
  ...delivery,
  state: 'done',
  outcome,
  note,
  lease: undefined,
  endedAt: now,
});

/** Its addressee decides first whether to accept it: until then it wakes nobody and cannot be claimed. */
export const hold = (delivery: Delivery): Delivery => ({ ...delivery, state: 'held' });

/** Its addressee accepts nothing from its sender. */
export const refuse = (delivery: Delivery, now: Instant): Delivery => end(delivery, 'refused', now);

/** Its addressee accepts it; one that is not held stays as it is. */
export function accept(delivery: Delivery): Delivery {
  assertOpen(delivery);
  return delivery.state === 'held' ? { ...delivery, state: 'queued' } : delivery;
}

function assertOpen({ state, outcome }: Delivery): void {
  if (state === 'done') throw new ServiceError('delivery_ended', `The delivery has already ended: it is ${outcome}`);
}

export const hasLapsed = ({ lease }: Delivery, now: Instant): boolean => lease !== undefined && now >= lease.expiresAt;

/** Without its lease, a delivery is queued again, or fails after the last attempt. */
const unclaimed = (delivery: Delivery, now: Instant): Delivery =>
  delivery.attempt < maxAttempts ? { ...delivery, state: 'queued', lease: undefined } : end(delivery, 'failed', now);

/**
 * A delivery as its space has it: while that is paused, a lease that was in force at the instant `since` keeps the time that was left. Rows are not
 * changed when a space is paused, so each is read like this.
 */
export function heldStill(delivery: Delivery, { paused }: Pick<Space, 'paused'>, since = paused?.at ?? 0): Delivery {
  const { lease } = delivery;
  if (!paused || !lease || isStopped(lease.expiresAt) || lease.expiresAt <= since) return delivery;
  return { ...delivery, lease: { ...lease, expiresAt: stopped(lease.expiresAt, since) } };
}

/** The delivery when its paused space goes on; undefined if that changes nothing. */
export function resumed(stored: Delivery, space: Pick<Space, 'paused'>, now: Instant): Delivery | undefined {
  const { lease } = heldStill(stored, space);
  if (!lease || !isStopped(lease.expiresAt)) return undefined;
  return { ...stored, lease: { ...lease, expiresAt: continued(lease.expiresAt, now) } };
}

/** The delivery at an instant: an expired lease counts as absent. */
export const at = (delivery: Delivery, now: Instant): Delivery =>
  hasLapsed(delivery, now) ? unclaimed(delivery, delivery.lease!.expiresAt) : delivery;

/** Claims a queued delivery. If nothing is expected, that acknowledges it. */
export function claim(delivery: Delivery, lease: Lease, now: Instant): Delivery {
  const attempt = delivery.attempt + 1;
  const claimed = { ...delivery, state: 'claimed' as const, attempt, claimedAt: now, lease };
  return delivery.expects === 'nothing' ? end(claimed, 'acknowledged', now) : claimed;
}

export const renew = (delivery: Delivery, shown: string | undefined, expiresAt: Instant, now: Instant): Delivery => ({
  ...delivery,
  lease: { ...leaseIn(delivery, shown, now), expiresAt },
});

/** While it is held, its addressee settles it without a lease: nobody can hold one. */
export function settle(
  delivery: Delivery,
  shown: string | undefined,
  { outcome, note }: { outcome: 'acknowledged' | 'declined'; note?: string | undefined },
  now: Instant,
): Delivery {
  if (delivery.state !== 'held' || shown !== undefined) leaseIn(delivery, shown, now);
  return end(delivery, outcome, now, note);
}

export function release(delivery: Delivery, shown: string | undefined, now: Instant): Delivery {
  leaseIn(delivery, shown, now);
  return unclaimed(delivery, now);
}

/** A reply settles a delivery in whatever state it is; who is asked for a decision can talk about it before. */
export const reply = (delivery: Delivery, now: Instant): Delivery =>
  delivery.expects === 'answer' ? delivery : end(delivery, 'replied', now);

/** Its addressee answers the decision that it asks for, whether it is claimed or not. */
export const answer = (delivery: Delivery, now: Instant): Delivery => end(delivery, 'answered', now);

/**
 * What a reply that has settled a delivery makes, so that it reaches an asker who sleeps. It expects nothing, and only what expects a
 * reply makes one: so replies to replies never make another.
 */
export const reached = (
  settled: Delivery,
  { messageId, deliveryId }: Pick<NewDelivery, 'messageId' | 'deliveryId'>,
): NewDelivery | undefined =>
  settled.outcome === 'replied' && settled.expects === 'reply'
    ? { deliveryId, messageId, senderId: settled.participantId, participantId: settled.senderId, expects: 'nothing' }
    : undefined;

/** Its asker does not get a reply any more, and has to learn that too. */
export const isUnanswered = ({ expects, outcome }: Pick<Delivery, 'expects' | 'outcome'>): boolean =>
  expects === 'reply' && (outcome === 'declined' || outcome === 'failed' || outcome === 'expired');

/** Its addressee does what it asks for, whether it is claimed or not. */
export const acknowledge = (delivery: Delivery, now: Instant): Delivery => end(delivery, 'acknowledged', now);

/** Its sender withdraws it, whether it is claimed or not. */
export function withdraw(delivery: Delivery, now: Instant): Delivery {
  assertOpen(at(delivery, now));
  return end(delivery, 'withdrawn', now);
}

/** The addressee or the sender is gone. */
export const expire = (delivery: Delivery, now: Instant): Delivery => end(delivery, 'expired', now);

/** A stored delivery as it is now: an expired lease counts as absent, and it has expired if its addressee or its sender is gone. */
export function current(stored: Delivery, { participants, space }: SpaceState, now: Instant): Delivery {
  const delivery = at(heldStill(stored, space), now);
  if (delivery.state === 'done') return delivery;
  const ends = [delivery.participantId, delivery.senderId].flatMap((id) => {
    const participant = participants.get(id);
    // The space has forgotten those who left long ago.
    return participant && isLive(participant) ? [] : (participant?.endedAt ?? now);
  });
  return ends.length > 0 ? expire(delivery, Math.min(...ends)) : delivery;
}

/** The lease in force. Throws if there is none, or if the caller sends the id of another lease. */
function leaseIn(delivery: Delivery, shown: string | undefined, now: Instant): Lease {
  const { lease, state } = at(delivery, now);
  if (!lease) {
    const message =
      state === 'done' ? 'The delivery has already ended' : 'Nobody holds the lease of the delivery: claim it first';
    throw new ServiceError('lease_lost', message);
  }
  if (shown !== undefined && shown !== lease.leaseId) {
    throw new ServiceError('lease_lost', 'The delivery has another lease now: yours has expired, or never was');
  }
  return lease;
}
