import type { ArtifactVersion } from '@parley/core';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { TableMapping } from '../../engine/store/mapping.ts';

/** The contents of artifacts, separate from `artifacts`, so that a lock or a heartbeat never rewrites one. */
export const table = pgTable(
  'artifact_versions',
  {
    spaceId: uuid('space_id').notNull(),
    artifactId: uuid('artifact_id').notNull(),
    version: integer('version').notNull(),
    authorId: uuid('author_id').notNull(),
    authorName: text('author_name').notNull(),
    at: ms('at_ms').notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    via: text('via', { enum: ['create', 'write', 'edits', 'append', 'section', 'restore', 'proposal'] }).notNull(),
    note: text('note'),
    restoredFrom: integer('restored_from'),
    proposalId: uuid('proposal_id'),
    acceptedBy: uuid('accepted_by'),
    content: text('content'),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.artifactId, table.version] }),
    index('artifact_versions_kept')
      .on(table.spaceId, table.artifactId, table.version)
      .where(sql`content is not null`),
  ],
);

export const versions: TableMapping<typeof table, ArtifactVersion> = {
  table,
  idOf: ({ artifactId, version }) => `${artifactId} ${version}`,
  isMany: true,
  // A stored version changes only when it loses its content.
  bytesOf: ({ bytes, content }) => (content === undefined ? -bytes : bytes),
  toRow: (version, spaceId) => ({ spaceId, ...version }),
  names: { authorName: 'authorId' },
  updates: ['content'],
};

type VersionRow = Omit<typeof table.$inferSelect, 'content'> & { content?: string | null };

export const versionOf = (row: VersionRow): ArtifactVersion => ({
  artifactId: row.artifactId,
  version: row.version,
  authorId: row.authorId,
  authorName: row.authorName,
  at: row.at,
  bytes: row.bytes,
  sha256: row.sha256,
  via: row.via,
  note: row.note ?? undefined,
  restoredFrom: row.restoredFrom ?? undefined,
  proposalId: row.proposalId ?? undefined,
  acceptedBy: row.acceptedBy ?? undefined,
  content: row.content ?? undefined,
});

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    versions: ArtifactVersion;
  }
}
