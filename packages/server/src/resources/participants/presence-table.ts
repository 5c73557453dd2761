import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { TableMapping } from '../../engine/store/mapping.ts';

/** When each participant was last seen, as far as its processes have stored it. Separate from the state, so `rev` does not count it. */
export const table = pgTable(
  'presence',
  {
    spaceId: uuid('space_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    seenAt: ms('seen_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.participantId] })],
);

/** A participant who has just joined: its request is the first trace of it. */
export interface Arrival {
  participantId: string;
}

export const presence: TableMapping<typeof table, Arrival> = {
  table,
  idOf: ({ participantId }) => participantId,
  toRow: ({ participantId }, spaceId, now) => ({ spaceId, participantId, seenAt: now }),
  updates: [],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    presence: Arrival;
  }
}
