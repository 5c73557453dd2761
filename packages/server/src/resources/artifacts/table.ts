import { entities, type Artifact } from '@parley/core';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { StateMapping } from '../../engine/store/mapping.ts';

/** Whether upkeep could prune it: 51 old versions always stay. */
export const hasLongHistory = sql`old_versions > 51`;

export const table = pgTable(
  'artifacts',
  {
    spaceId: uuid('space_id').notNull(),
    artifactId: uuid('artifact_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    bytes: integer('bytes').notNull().default(0),
    contentBytes: integer('content_bytes').notNull().default(0),
    sha256: text('sha256').notNull().default(''),
    oldVersions: integer('old_versions').notNull().default(0),
    oldBytes: integer('old_bytes').notNull().default(0),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: ms('created_ms').notNull(),
    updatedAt: ms('updated_ms').notNull(),
    lockedBy: uuid('locked_by'),
    lockedAt: ms('locked_ms'),
    lockExpiresAt: ms('lock_expires_ms'),
    deletedAt: ms('deleted_ms'),
    deletedBy: uuid('deleted_by'),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.artifactId] }),
    index('artifacts_lock_due')
      .on(table.lockExpiresAt)
      .where(sql`lock_expires_ms is not null`),
    index('artifacts_deleted')
      .on(table.spaceId, table.deletedAt)
      .where(sql`deleted_ms is not null`),
    index('artifacts_long_history').on(table.spaceId, table.artifactId).where(hasLongHistory),
  ],
);

export const artifacts: StateMapping<typeof table, Artifact> = {
  table,
  idOf: entities.artifacts.idOf,
  toRow: ({ lock, history, deletion, ...artifact }, spaceId) => ({
    spaceId,
    ...artifact,
    oldVersions: history.versions,
    oldBytes: history.bytes,
    lockedBy: lock?.lockedBy,
    lockedAt: lock?.lockedAt,
    lockExpiresAt: lock?.expiresAt,
    deletedAt: deletion?.at,
    deletedBy: deletion?.by,
  }),
  fromRow: ({ spaceId: _, lockedBy, lockedAt, lockExpiresAt, deletedAt, deletedBy, oldVersions, oldBytes, ...row }) => ({
    ...row,
    history: { versions: oldVersions, bytes: oldBytes },
    lock:
      lockedBy !== null && lockedAt !== null && lockExpiresAt !== null
        ? { lockedBy, lockedAt, expiresAt: lockExpiresAt }
        : undefined,
    deletion: deletedAt !== null && deletedBy !== null ? { at: deletedAt, by: deletedBy } : undefined,
  }),
  updates: [
    'position',
    'name',
    'version',
    'bytes',
    'contentBytes',
    'sha256',
    'oldVersions',
    'oldBytes',
    'updatedBy',
    'updatedAt',
    'lockedBy',
    'lockedAt',
    'lockExpiresAt',
    'deletedAt',
    'deletedBy',
  ],
  buries: ['lockedBy', 'lockedAt', 'lockExpiresAt', 'deletedAt', 'deletedBy'],
  remembered: (spaceId) => sql`select * from ${table} where space_id = ${spaceId} and deleted_ms is null`,
  order: ['position'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    artifacts: Artifact;
  }
}
