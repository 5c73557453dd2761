import { entities, type Comment, type CommentText, type Redaction } from '@parley/core';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { StateMapping, TableMapping } from '../../engine/store/mapping.ts';
import { ms } from '../../engine/store/schema.ts';

export const table = pgTable(
  'comments',
  {
    spaceId: uuid('space_id').notNull(),
    commentId: uuid('comment_id').notNull(),
    /** Of the first event that it caused. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    artifactId: uuid('artifact_id').notNull(),
    replyTo: uuid('reply_to'),
    version: integer('version').notNull(),
    authorId: uuid('author_id').notNull(),
    authorName: text('author_name').notNull(),
    createdAt: ms('created_ms').notNull(),
    messageId: uuid('message_id'),
    deliveryIds: text('delivery_ids').notNull(),
    resolvedAt: ms('resolved_ms'),
    resolvedBy: uuid('resolved_by'),
    /** As JSON: how its texts were erased. */
    redacted: text('redacted'),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.commentId] }),
    index('comments_in_order').on(table.spaceId, table.sequence),
    index('comments_of_artifact').on(table.spaceId, table.artifactId, table.sequence),
    index('comments_open')
      .on(table.spaceId, table.artifactId, table.sequence)
      .where(sql`resolved_ms is null`),
    index('comments_replies')
      .on(table.spaceId, table.replyTo, table.sequence)
      .where(sql`reply_to is not null`),
  ],
);

/** What comments say, and where. Not a part of the state. They are never changed, only erased. */
export const texts = pgTable(
  'comment_texts',
  {
    spaceId: uuid('space_id').notNull(),
    commentId: uuid('comment_id').notNull(),
    quote: text('quote').notNull(),
    start: integer('start').notNull(),
    before: text('text_before').notNull(),
    after: text('text_after').notNull(),
    text: text('text').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.commentId] })],
);

const changing = ['resolvedAt', 'resolvedBy', 'redacted'] as const;

export const comments: StateMapping<typeof table, Comment> = {
  table,
  idOf: entities.comments.idOf,
  isMany: true,
  sequenceIn: 'sequence',
  toRow: ({ asking, resolution, redacted, sequence = 0, ...comment }, spaceId) => ({
    spaceId,
    ...comment,
    sequence,
    messageId: asking?.messageId,
    deliveryIds: asking?.deliveryIds.join(' ') ?? '',
    resolvedAt: resolution?.at,
    resolvedBy: resolution?.by,
    redacted: redacted && JSON.stringify(redacted),
  }),
  fromRow: ({ spaceId: _, replyTo, messageId, deliveryIds, resolvedAt, resolvedBy, redacted, ...row }): Comment => ({
    ...row,
    replyTo: replyTo ?? undefined,
    asking: messageId === null ? undefined : { messageId, deliveryIds: deliveryIds.split(' ').filter(Boolean) },
    resolution: resolvedAt !== null && resolvedBy !== null ? { at: resolvedAt, by: resolvedBy } : undefined,
    redacted: redacted === null ? undefined : (JSON.parse(redacted) as Redaction),
  }),
  names: { authorName: 'authorId' },
  updates: changing,
  buries: changing,
  remembered: (spaceId) => sql`select * from ${table} where space_id = ${spaceId} and resolved_ms is null`,
  order: ['sequence'],
};

export const commentTexts: TableMapping<typeof texts, CommentText> = {
  table: texts,
  idOf: ({ commentId }) => commentId,
  isMany: true,
  bytesOf: ({ bytes }) => bytes,
  toRow: (stored, spaceId) => ({ spaceId, ...stored }),
  updates: ['quote', 'before', 'after', 'text', 'bytes'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    comments: Comment;
    commentTexts: CommentText;
  }
}
