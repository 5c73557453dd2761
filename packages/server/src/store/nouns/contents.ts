import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Noun } from './noun.ts';

/** Separate from `artifacts`, so that a lock or a heartbeat never rewrites the content. */
export const table = pgTable(
  'artifact_contents',
  {
    spaceId: uuid('space_id').notNull(),
    artifactId: uuid('artifact_id').notNull(),
    version: integer('version').notNull(),
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.artifactId] })],
);

/** The content of an artifact. */
export interface Content {
  artifactId: string;
  version: number;
  content: string;
}

export const contents: Noun<typeof table, Content> = {
  table,
  idOf: ({ artifactId }) => artifactId,
  toRow: (content, spaceId) => ({ spaceId, ...content }),
  updates: ['version', 'content'],
};
