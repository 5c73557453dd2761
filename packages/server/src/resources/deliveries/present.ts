import type { DeliveryView, Delivery } from '@parley/core';
import { dateTime, dueField } from '../../engine/present/time.ts';

/** `leaseId` is for the holder of the lease only. */
export function deliveryView(delivery: Delivery, leaseId?: string): DeliveryView {
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
    ...dueField('leaseExpiresAt', lease?.expiresAt),
    createdAt: dateTime(createdAt),
    ...(endedAt !== undefined && { endedAt: dateTime(endedAt) }),
  };
}
