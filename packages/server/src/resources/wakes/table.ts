import { entities, type Wake } from '@parley/core';
import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { StateMapping } from '../../engine/store/mapping.ts';
import { table as signals } from './signals-table.ts';

/** Where participants are notified, and what its receiver last answered, which the state of the space does not contain. */
export const table = pgTable(
  'wakes',
  {
    spaceId: uuid('space_id').notNull(),
    wakeId: uuid('wake_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    url: text('url').notNull(),
    /** How its receiver is notified in the format of A2A, sealed. */
    a2a: text('a2a'),
    /** The subscription of a browser, sealed. */
    push: text('push'),
    createdAt: ms('created_ms').notNull(),
    verifiedAt: ms('verified_ms'),
    disabledAt: ms('disabled_ms'),
    answeredAt: ms('answered_ms'),
    /** Since when every request failed. */
    failingSince: ms('failing_since_ms'),
    /** Until when nothing new is sent, because the last request failed. */
    restsUntil: ms('rests_until_ms'),
    /** Whether its receiver accepted the last request soon. */
    isQuick: boolean('is_quick').notNull().default(false),
    lastError: text('last_error'),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.wakeId] })],
);

/** What its receiver answered is stored in the same row but is no part of the state: `outbox-queries.ts`. */
export const wakes: StateMapping<typeof table, Wake> = {
  table,
  idOf: entities.wakes.idOf,
  owns: { table: signals, by: 'address_id' },
  toRow: (wake, spaceId) => ({ spaceId, ...wake, isQuick: false }),
  fromRow: ({ wakeId, participantId, url, a2a, push, createdAt, verifiedAt, disabledAt }) => ({
    wakeId,
    participantId,
    url,
    a2a: a2a ?? undefined,
    push: push ?? undefined,
    createdAt,
    verifiedAt: verifiedAt ?? undefined,
    disabledAt: disabledAt ?? undefined,
  }),
  updates: ['verifiedAt', 'disabledAt'],
  order: ['createdAt', 'wakeId'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    wakes: Wake;
  }
}
