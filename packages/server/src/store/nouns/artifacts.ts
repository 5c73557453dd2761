import { nouns, type Artifact } from '@parley/core';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../schema.ts';
import type { StateNoun } from './noun.ts';

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
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.artifactId] }),
    index('artifacts_lock_due')
      .on(table.lockExpiresAt)
      .where(sql`lock_expires_ms is not null`),
  ],
);

export const artifacts: StateNoun<typeof table, Artifact> = {
  table,
  idOf: nouns.artifacts.idOf,
  toRow: ({ lock, history, ...artifact }, spaceId) => ({
    spaceId,
    ...artifact,
    oldVersions: history.versions,
    oldBytes: history.bytes,
    lockedBy: lock?.lockedBy,
    lockedAt: lock?.lockedAt,
    lockExpiresAt: lock?.expiresAt,
  }),
  fromRow: ({ spaceId: _, lockedBy, lockedAt, lockExpiresAt, oldVersions, oldBytes, ...row }) => ({
    ...row,
    history: { versions: oldVersions, bytes: oldBytes },
    lock:
      lockedBy !== null && lockedAt !== null && lockExpiresAt !== null
        ? { lockedBy, lockedAt, expiresAt: lockExpiresAt }
        : undefined,
  }),
  updates: [
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
  ],
  order: ['position'],
};
