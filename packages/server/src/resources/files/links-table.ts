import { maxFileLinks, type FileLink } from '@parley/core';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { TableMapping } from '../../engine/store/mapping.ts';

/** Links to files that have not been used. Only the hash of a secret is stored. */
export const table = pgTable(
  'file_links',
  {
    spaceId: uuid('space_id').notNull(),
    linkHash: text('link_hash').notNull(),
    fileId: uuid('file_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    expiresAt: ms('expires_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.linkHash] }), index('file_links_due').on(table.expiresAt)],
);

export const fileLinks: TableMapping<typeof table, FileLink> = {
  table,
  idOf: ({ linkHash }) => linkHash,
  toRow: (link, spaceId) => ({ spaceId, ...link }),
  updates: [],
  quota: { columns: [], counts: (now) => `t.expires_ms > ${now}`, groupOf: () => [], limit: maxFileLinks, isExact: true },
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    fileLinks: FileLink;
  }
}
