import { delivery as rules, isGone, type Delivery, type Instant, type SpaceState } from '@parley/core';
import { dateTime } from './time.ts';
import type { View } from './view.ts';

/** `leaseId` is for the holder of the lease only. */
export function deliveryView(delivery: Delivery, leaseId?: string): View<'deliveryView'> {
  const { lease, createdAt, endedAt, deliveryId, messageId, senderId, participantId, expects, state, outcome, note, attempt } =
    delivery;
  return {
    deliveryId,
    messageId,
    sequence: delivery.sequence!,
    senderId,
    participantId,
    expects,
    state,
    ...(outcome && { outcome }),
    ...(note !== undefined && { note }),
    attempt,
    ...(leaseId !== undefined && { leaseId }),
    ...(lease && { leaseExpiresAt: dateTime(lease.expiresAt) }),
    createdAt: dateTime(createdAt),
    ...(endedAt !== undefined && { endedAt: dateTime(endedAt) }),
  };
}

/** A stored delivery as it is now: it can be overdue, or its addressee or its sender gone. */
export function presentDelivery(stored: Delivery, { participants }: SpaceState, now: Instant): Delivery {
  const delivery = rules.at(stored, now);
  if (delivery.state === 'done') return delivery;
  const ends = [delivery.participantId, delivery.senderId].flatMap((id) => {
    const participant = participants.get(id);
    // The space has forgotten those who left long ago.
    return participant && !isGone(participant) ? [] : (participant?.endedAt ?? now);
  });
  return ends.length > 0 ? rules.expire(delivery, Math.min(...ends)) : delivery;
}
