import { z } from 'zod';
import { caught, short } from '../../kernel/caught.ts';
import { inQuotes } from '../../kernel/envelope.ts';
import * as meeting from '../../kernel/example.ts';
import { callerLabel, callerText } from '../../kernel/reading.ts';
import { redaction } from '../../kernel/redaction.ts';
import { dateTime, id, sequence } from '../../kernel/schemas.ts';
import * as artifacts from '../artifacts/example.ts';
import * as participants from '../participants/example.ts';
import { commentId } from './example.ts';

export const commentState = z.enum(['open', 'resolved']).meta({
  id: 'CommentState',
  description: 'Of a comment and all replies to it. `resolved`: by its author, the creator of the artifact or the owner',
});

export const commentAction = z
  .enum(['created', 'resolved', 'reopened'])
  .meta({ id: 'CommentAction', description: 'What happened to a comment; a reply is `created` too' });

/** Of a reply. */
export const threadId = id.optional().meta({ description: 'Of a reply: the comment that the thread began with' });

const anchor = z
  .object({
    line: z.int().meta({ description: 'Counted from 1' }),
    column: z.int().meta({ description: 'Of the first character, counted from 1' }),
    length: z.int().meta({ description: 'In characters (Unicode code points)' }),
  })
  .meta({ id: 'CommentAnchor', description: 'Where the present version of an artifact has the passage of a comment' });

export const commentView = z
  .object({
    commentId: id,
    artifactId: id,
    sequence: z.int().optional().meta({ description: 'Position in the log; orders the list' }),
    replyTo: threadId.clone(),
    version: z.int().meta({ description: 'The version that it is about' }),
    quote: callerText('participants').meta({ description: 'The passage in that version' }),
    anchor: anchor.nullable().meta({ description: 'Where the present version has the passage; null if it does not any more' }),
    orphaned: z.boolean().meta({ description: 'The passage is gone: only the quote says what it is about' }),
    state: commentState,
    text: callerText({ field: 'authorId' }),
    authorId: id,
    authorName: callerLabel().meta({ description: 'Display name at that time' }),
    createdAt: dateTime,
    resolvedAt: dateTime.optional(),
    resolvedBy: id.optional(),
    redacted: redaction.optional().meta({ description: 'Its texts were erased: its text and its quote are empty' }),
  })
  .meta({ id: 'Comment', description: 'A comment on a passage of an artifact, or a reply to one' });

export const createdComment = commentView
  .extend({ to: z.array(id).meta({ description: 'The participants who got a delivery' }) })
  .meta({ id: 'CreatedComment', description: 'A new comment, and who got a delivery of it' });

export type CommentView = z.output<typeof commentView>;

const { sequence: _, ...created } = {
  commentId,
  artifactId: artifacts.artifactId,
  sequence: 9,
  version: 1,
  quote: 'Plan',
  anchor: { line: 1, column: 3, length: 4 },
  orphaned: false,
  state: 'open' as const,
  text: 'Of which year?',
  authorId: participants.ownerId,
  authorName: 'Ada',
  createdAt: meeting.at,
};

/** The comment of the examples. */
export const shown = {
  created,
  open: { ...created, sequence: 9 },
  resolved: {
    ...{ ...created, sequence: 9, state: 'resolved' as const },
    ...{ resolvedAt: meeting.at, resolvedBy: participants.ownerId },
  },
  redacted: {
    ...{ ...created, sequence: 9, quote: '', anchor: null, orphaned: true, text: '' },
    redacted: { by: participants.ownerId, at: meeting.at, reason: 'It contained a password.' },
  },
};

export const resolvedComments = caught({
  one: 'comment',
  description: 'Threads of comments that were resolved',
  view: z.object({
    sequence,
    commentId: id,
    artifactId: id,
    artifactName: callerLabel(),
    authorId: id,
    actorId: id.meta({ description: 'Who resolved it' }),
  }),
  line: ({ sequence, commentId, artifactId, artifactName, authorId, actorId }) =>
    `- #${sequence} comment ${commentId} of ${short(authorId)} on ${inQuotes(artifactName)} ${artifactId}: resolved by ${short(actorId)}`,
});
