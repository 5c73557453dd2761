import type { Delivery } from '@parley/core';
import { deliveries as table } from '../schema.ts';
import type { Noun } from './noun.ts';

export const deliveries: Noun<typeof table, Delivery> = {
  table,
  idOf: ({ deliveryId }) => deliveryId,
  versionOf: ({ version }) => version,
  toRow: ({ lease, sequence = 0, version, ...delivery }, spaceId) => ({
    spaceId,
    ...delivery,
    sequence,
    leaseId: lease?.leaseId,
    leaseExpiresAt: lease?.expiresAt,
    version: version + 1,
  }),
  updates: ['state', 'outcome', 'note', 'attempt', 'leaseId', 'leaseExpiresAt', 'endedAt', 'version'],
  sequenceIn: 'sequence',
};

export const deliveryOf = ({
  spaceId: _,
  outcome,
  note,
  leaseId,
  leaseExpiresAt,
  endedAt,
  ...row
}: typeof table.$inferSelect): Delivery => ({
  ...row,
  outcome: outcome ?? undefined,
  note: note ?? undefined,
  lease: leaseId !== null && leaseExpiresAt !== null ? { leaseId, expiresAt: leaseExpiresAt } : undefined,
  endedAt: endedAt ?? undefined,
});
