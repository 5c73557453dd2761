import { entities, type StoredFile } from '@parley/core';
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { StateMapping } from '../../engine/store/mapping.ts';

/** The files of a space, and the uploads in progress. Their bytes are in `file_chunks`. */
export const table = pgTable(
  'files',
  {
    spaceId: uuid('space_id').notNull(),
    fileId: uuid('file_id').notNull(),
    name: text('name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Empty while it is uploaded. */
    sha256: text('sha256').notNull(),
    type: text('type').notNull(),
    claimedType: text('claimed_type'),
    authorId: uuid('author_id').notNull(),
    createdAt: ms('created_ms').notNull(),
    expiresAt: ms('expires_ms'),
    /** Of one that was deleted or given up: the sweep removes its bytes, and then its row. */
    removedAt: ms('removed_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.fileId] }),
    index('files_due')
      .on(table.expiresAt)
      .where(sql`expires_ms is not null`),
    index('files_removed')
      .on(table.removedAt)
      .where(sql`removed_ms is not null`),
  ],
);

export const files: StateMapping<typeof table, StoredFile> = {
  table,
  idOf: entities.files.idOf,
  toRow: (file, spaceId) => ({ spaceId, ...file }),
  fromRow: ({ spaceId: _, claimedType, expiresAt, removedAt, ...row }) => ({
    ...row,
    claimedType: claimedType ?? undefined,
    expiresAt: expiresAt ?? undefined,
    removedAt: removedAt ?? undefined,
  }),
  updates: ['bytes', 'sha256', 'type', 'createdAt', 'expiresAt', 'removedAt'],
  buries: ['expiresAt', 'removedAt'],
  remembered: (spaceId) => sql`select * from ${table} where space_id = ${spaceId} and removed_ms is null`,
  order: ['createdAt', 'fileId'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    files: StoredFile;
  }
}
