import type { Signal } from '@parley/core';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { TableMapping } from '../../engine/store/mapping.ts';

/** The outbox: requests to send to addresses outside, until they are accepted or their tries are used up. */
export const table = pgTable(
  'signals',
  {
    spaceId: uuid('space_id').notNull(),
    signalId: uuid('signal_id').notNull(),
    /** What it is sent to, such as a wake address. */
    addressId: uuid('address_id').notNull(),
    /** It is sent to a receiver that has not agreed to receive anything. */
    isTrial: boolean('is_trial').notNull(),
    /** Its receiver accepted the last request soon: it does not wait for those that did not. */
    isQuick: boolean('is_quick').notNull().default(false),
    /** JSON. */
    body: text('body').notNull(),
    /** Of the first event that was stored with it. */
    sequence: bigint('sequence', { mode: 'number' }),
    tries: integer('tries').notNull(),
    createdAt: ms('created_ms').notNull(),
    /** When to send it next; while a process sends it, when that process has lost its lease. */
    dueAt: ms('due_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.signalId] }),
    index('signals_due').on(table.isTrial, table.isQuick, table.dueAt),
    index('signals_address').on(table.spaceId, table.addressId, table.createdAt),
  ],
);

/** The outbox: what `outbox/` still has to send. */
export const signals: TableMapping<typeof table, Signal> = {
  table,
  idOf: ({ signalId }) => signalId,
  toRow: ({ signalId, wakeId, body, dueAt }, spaceId, now) => ({
    spaceId,
    signalId,
    addressId: wakeId,
    isTrial: body.type === 'wake.verify',
    isQuick: false,
    body: JSON.stringify(body),
    tries: 0,
    createdAt: now,
    dueAt,
  }),
  updates: [],
  sequenceIn: 'sequence',
  // A signal for an address that rests waits for its next request, whichever process knows that it failed.
  derived: {
    join: (space) => `left join wakes w on w.space_id = ${space} and w.wake_id = r.address_id`,
    values: { isQuick: 'coalesce(w.is_quick, false)', dueAt: 'greatest(r.due_ms, w.rests_until_ms)' },
  },
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    signals: Signal;
  }
}
