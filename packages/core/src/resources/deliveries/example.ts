import { at, leaseId, spaceId } from '../../kernel/example.ts';
import { deliveryId, directed, messageId } from '../messages/example.ts';
import { ownerId, participantId } from '../participants/example.ts';

export const ofDelivery = { spaceId, deliveryId };

export const delivery = {
  deliveryId,
  messageId,
  sequence: directed.sequence,
  senderId: ownerId,
  participantId,
  expects: 'reply' as const,
  state: 'queued' as const,
  attempt: 0,
  createdAt: at,
};

export const inbound = { accept: 'humans' as const, others: 'hold' as const };

export const claimed = {
  ...delivery,
  state: 'claimed' as const,
  attempt: 1,
  leaseId,
  leaseExpiresAt: '2026-01-31T12:01:00.000Z',
};
