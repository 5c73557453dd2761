import type { Delivery } from '@parley/core';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { TableMapping } from '../../engine/store/mapping.ts';

export const table = pgTable(
  'deliveries',
  {
    spaceId: uuid('space_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** Sequence of the message. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    senderId: uuid('sender_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    expects: text('expects', { enum: ['reply', 'ack', 'nothing', 'answer'] }).notNull(),
    state: text('state', { enum: ['queued', 'held', 'claimed', 'done'] }).notNull(),
    outcome: text('outcome', {
      enum: ['replied', 'acknowledged', 'answered', 'declined', 'refused', 'failed', 'expired', 'withdrawn'],
    }),
    note: text('note'),
    attempt: integer('attempt').notNull(),
    claimedAt: ms('claimed_ms'),
    leaseId: uuid('lease_id'),
    leaseExpiresAt: ms('lease_expires_ms'),
    createdAt: ms('created_ms').notNull(),
    endedAt: ms('ended_ms'),
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.deliveryId] }),
    index('deliveries_received').on(table.spaceId, table.participantId, table.sequence),
    index('deliveries_received_open')
      .on(table.spaceId, table.participantId, table.sequence)
      .where(sql`state <> 'done'`),
    index('deliveries_between_open')
      .on(table.spaceId, table.participantId, table.senderId, table.sequence)
      .where(sql`state <> 'done'`),
    index('deliveries_claimed')
      .on(table.spaceId, table.participantId, table.senderId, table.claimedAt)
      .where(sql`claimed_ms is not null`),
    index('deliveries_sent').on(table.spaceId, table.senderId, table.sequence),
    index('deliveries_sent_open')
      .on(table.spaceId, table.senderId, table.sequence)
      .where(sql`state <> 'done'`),
    index('deliveries_lease_due')
      .on(table.leaseExpiresAt)
      .where(sql`state = 'claimed'`),
  ],
);

export const deliveries: TableMapping<typeof table, Delivery> = {
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
  quota: {
    columns: ['participantId', 'senderId'],
    counts: () => `t.state <> 'done'`,
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

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    deliveries: Delivery;
  }
}
