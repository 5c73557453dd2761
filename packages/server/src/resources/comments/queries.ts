import { threadOf, type Comment, type CommentText } from '@parley/core';
import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { AuthorPlace } from '../../engine/resource.ts';
import type { Querying } from '../../engine/store/connection.ts';
import { arrayLiteral } from '../../engine/store/literal.ts';
import { atOfEvent, newestMatching } from '../../engine/store/newest-matching.ts';
import { comments as mapping, table as comments, texts } from './table.ts';

export interface StoredComment {
  comment: Comment;
  text: Omit<CommentText, 'commentId' | 'bytes'>;
}

/** The comment that a thread began with, and the replies, oldest first. */
export interface StoredThread {
  first: Comment;
  replies: readonly Comment[];
}

export type ListedComments = 'open' | 'resolved' | 'all';

export interface CommentPlace {
  spaceId: string;
  artifactId: string;
  /** A sequence: only older ones. */
  before: number;
  limit: number;
}

export function commentStore(db: PgRemoteDatabase, querying: Querying) {
  const inSpace = eq(comments.spaceId, sql.placeholder('spaceId'));
  const one = db
    .select()
    .from(comments)
    .where(and(inSpace, eq(comments.commentId, sql.placeholder('commentId'))))
    .prepare('comment');
  const replies = db
    .select()
    .from(comments)
    .where(and(inSpace, eq(comments.replyTo, sql.placeholder('threadId'))))
    .orderBy(asc(comments.sequence))
    .prepare('comment_replies');
  const textsOf = db
    .select()
    .from(texts)
    .where(and(eq(texts.spaceId, sql.placeholder('spaceId')), sql`${texts.commentId} = any(${sql.placeholder('ids')}::uuid[])`))
    .prepare('comment_texts');
  // Literals, because a plan for any parameter cannot use the partial index.
  const states = {
    open: sql`${comments.resolvedAt} is null`,
    resolved: sql`${comments.resolvedAt} is not null`,
    all: undefined,
  };
  const listing = (which: ListedComments) =>
    db
      .select()
      .from(comments)
      .where(
        and(
          inSpace,
          eq(comments.artifactId, sql.placeholder('artifactId')),
          lt(comments.sequence, sql.placeholder('before')),
          states[which],
        ),
      )
      .orderBy(desc(comments.sequence))
      .limit(sql.placeholder('limit'))
      .prepare(`comments_${which}`);
  const lists = { open: listing('open'), resolved: listing('resolved'), all: listing('all') };
  const written = db
    .select({ id: comments.commentId })
    .from(comments)
    .where(
      and(
        inSpace,
        eq(comments.authorId, sql.placeholder('participantId')),
        isNull(comments.redacted),
        gt(comments.commentId, sql`${sql.placeholder('after')}::uuid`),
      ),
    )
    .orderBy(asc(comments.commentId))
    .limit(sql.placeholder('limit'))
    .prepare('comments_written');
  const ofText = (column: string) =>
    `(select x.${column} from comment_texts x where x.space_id = $1::uuid and x.comment_id = r.comment_id)`;
  const matching = newestMatching(querying, {
    table: 'comments',
    columns: ['comment_id', 'artifact_id', 'author_id', 'author_name', ofText('text')],
    at: atOfEvent,
    author: 'r.author_id::text',
    text: `coalesce(${ofText('text')}, '')`,
    which: 'r.redacted is null',
    bytes: `coalesce(${ofText('bytes')}, 0)`,
  });

  async function find(spaceId: string, commentId: string): Promise<Comment | undefined> {
    const [row] = await one.execute({ spaceId, commentId });
    return row && mapping.fromRow(row);
  }

  /** With their texts, in the same order. */
  async function withTexts(spaceId: string, found: readonly Comment[]): Promise<StoredComment[]> {
    if (found.length === 0) return [];
    const ids = arrayLiteral(found.map(({ commentId }) => commentId));
    const rows = await textsOf.execute({ spaceId, ids });
    const byId = new Map(rows.map(({ spaceId: _, commentId, bytes: __, ...text }) => [commentId, text]));
    return found.map((comment) => ({ comment, text: byId.get(comment.commentId)! }));
  }

  return {
    /** Those whose text matches all patterns, newest first, before a sequence. */
    matching,
    find,
    withTexts,
    /** The ids of those that a participant wrote, and whose texts are not erased. */
    written: async (place: AuthorPlace): Promise<string[]> => (await written.execute({ ...place })).map(({ id }) => id),
    /** The thread of a comment. */
    async thread(spaceId: string, commentId: string): Promise<StoredThread | undefined> {
      const found = await find(spaceId, commentId);
      const first = found?.replyTo === undefined ? found : await find(spaceId, found.replyTo);
      if (!first) return undefined;
      const rows = await replies.execute({ spaceId, threadId: threadOf(first) });
      return { first, replies: rows.map(mapping.fromRow) };
    },
    /** Newest first. */
    page: async (which: ListedComments, place: CommentPlace): Promise<StoredComment[]> =>
      withTexts(place.spaceId, (await lists[which].execute({ ...place })).map(mapping.fromRow)),
  };
}
