import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { TableMapping } from '../../engine/store/mapping.ts';

/** Subscriptions to events of a space that are delivered to a URL. There is no row for an event: it is read from the log when it is sent. */
export const table = pgTable(
  'webhooks',
  {
    spaceId: uuid('space_id').notNull(),
    /** Derived from who subscribes to what, and where. */
    webhookId: text('webhook_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    /** SHA-256 of the user token that asked last; null if it was the key of the participant. */
    tokenHash: text('token_hash'),
    /** SHA-256 of the key of the participant when it was asked for. */
    keyHash: text('key_hash').notNull(),
    /** The kind of event, and the id that its filter must have. */
    name: text('name').notNull(),
    about: text('about'),
    url: text('url').notNull(),
    /** The secret that signs requests, and the one before, sealed. */
    secrets: text('secrets').notNull(),
    /** The sequence up to which everything was accepted or given up. */
    cursor: bigint('cursor', { mode: 'number' }).notNull(),
    /** How often the next event was tried. */
    tries: integer('tries').notNull(),
    createdAt: ms('created_ms').notNull(),
    expiresAt: ms('expires_ms').notNull(),
    /** When to look whether there is something to send; while a process sends, when that process has lost its lease. */
    dueAt: ms('due_ms').notNull(),
    deliveredAt: ms('delivered_ms'),
    /** Since when every request failed. */
    failingSince: ms('failing_since_ms'),
    lastError: text('last_error'),
    /** Whether its receiver accepted the last request soon. */
    isQuick: boolean('is_quick').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.webhookId] }), index('webhooks_due').on(table.dueAt)],
);

export type Webhook = typeof table.$inferSelect;

/** No decision writes them: `webhooks/` does. */
export const webhooks: TableMapping<typeof table, Webhook> = {
  table,
  idOf: ({ webhookId }) => webhookId,
  toRow: (webhook) => webhook,
  updates: [],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    webhooks: Webhook;
  }
}
