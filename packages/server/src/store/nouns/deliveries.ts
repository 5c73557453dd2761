import type { Delivery } from '@parley/core';
import { deliveries as table } from '../schema.ts';
import type { Noun } from './noun.ts';

export const deliveries: Noun<typeof table, Delivery> = {
  table,
  idOf: ({ deliveryId }) => deliveryId,
  isMany: true,
  versionOf: ({ version }) => version,
  // Field by field, because a copy of all takes several times as long, and each directed message makes some.
  toRow: (delivery, spaceId) => ({
    spaceId,
    deliveryId: delivery.deliveryId,
    messageId: delivery.messageId,
    sequence: delivery.sequence ?? 0,
    senderId: delivery.senderId,
    participantId: delivery.participantId,
    expects: delivery.expects,
    state: delivery.state,
    outcome: delivery.outcome,
    note: delivery.note,
    attempt: delivery.attempt,
    claimedAt: delivery.claimedAt,
    leaseId: delivery.lease?.leaseId,
    leaseExpiresAt: delivery.lease?.expiresAt,
    createdAt: delivery.createdAt,
    endedAt: delivery.endedAt,
    version: delivery.version + 1,
  }),
  updates: ['state', 'outcome', 'note', 'attempt', 'claimedAt', 'leaseId', 'leaseExpiresAt', 'endedAt', 'version'],
  sequenceIn: 'sequence',
  crowd: {
    columns: ['participantId', 'senderId'],
    counts: `state <> 'done'`,
    groupOf: ({ version, state, participantId, senderId }) =>
      version === 0 && state !== 'done' ? [participantId, senderId] : undefined,
    limit: 'openDeliveriesPerSender',
  },
};

export const deliveryOf = ({
  spaceId: _,
  outcome,
  note,
  claimedAt,
  leaseId,
  leaseExpiresAt,
  endedAt,
  ...row
}: typeof table.$inferSelect): Delivery => ({
  ...row,
  outcome: outcome ?? undefined,
  note: note ?? undefined,
  claimedAt: claimedAt ?? undefined,
  lease: leaseId !== null && leaseExpiresAt !== null ? { leaseId, expiresAt: leaseExpiresAt } : undefined,
  endedAt: endedAt ?? undefined,
});
