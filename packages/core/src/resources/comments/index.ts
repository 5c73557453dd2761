import { z } from 'zod';
import { expects } from '../../kernel/expects.ts';
import { maxAddressees, maxSequence } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { hasMore } from '../../kernel/paging.ts';
import { redactionReason } from '../../kernel/redaction.ts';
import { type Tag, entity, fact, resource } from '../../kernel/resource.ts';
import { id, label } from '../../kernel/schemas.ts';
import { searched } from '../../kernel/searched.ts';
import * as artifacts from '../artifacts/example.ts';
import { artifactPath } from '../artifacts/views.ts';
import { participantReference } from '../participants/views.ts';
import type { Comment } from './entity.ts';
import { errors, missing } from './errors.ts';
import { events } from './events.ts';
import { commentId } from './example.ts';
import type { CommentFact } from './facts.ts';
import { forModels } from './for-models.ts';
import { maxCommentCharacters, maxQuoteCharacters } from './limits.ts';
import { commentView, createdComment, resolvedComments, shown } from './views.ts';

const tag: Tag = {
  name: 'Comments',
  description: 'Remarks on passages of artifacts, which follow the text, and the replies to them.',
  permission: 'artifacts',
  tools: 'participant',
};

const entities = {
  comments: entity<Comment>({
    idOf: ({ commentId }) => commentId,
    charactersOf: ({ authorName, asking }) => authorName.length + (asking?.deliveryIds.length ?? 0) * 36,
    renamed: (comment, participantId, name) =>
      comment.authorId === participantId ? { ...comment, authorName: name } : undefined,
  }),
};

const facts = {
  comment: fact<CommentFact>('everyone'),
};

const maxCommentsPerPage = 100;

const commentPath = artifactPath.extend({ commentId: id.meta({ description: 'ID of the comment' }) });

const ofComment = { ...artifacts.ofArtifact, commentId };

/** What callers who have not read the documentation call its fields. */
const aliases = {
  quote: ['passage', 'selection', 'selectedText', 'excerpt', 'anchor'],
  occurrence: ['nth', 'index', 'match'],
};

const operations = () => ({
  createComment: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/comments',
    summary: 'Comment on a passage of an artifact',
    description:
      'The comment follows the passage from version to version. Those in `to` get a delivery. A reply has a `replyTo` and is about the passage of ' +
      'its thread, unless it has a `quote` of its own; it settles your deliveries of the thread and reaches who asked.',
    example: {
      input: { ...artifacts.ofArtifact, version: 1, quote: shown.open.quote, text: shown.open.text },
      output: { ...shown.created, to: [] },
    },
    tag,
    auth: 'member',
    forModels: {
      name: 'comment_artifact',
      description: 'On a passage, which the comment follows from version to version; or in reply to a comment.',
      group: 'artifacts',
    },
    input: artifactPath
      .extend({
        version: z.int().min(1).optional().meta({ description: 'The version that you have read' }),
        quote: label(maxQuoteCharacters).optional().meta({ description: 'The passage, exactly as that version has it' }),
        occurrence: z
          .int()
          .min(1)
          .max(10_000)
          .optional()
          .meta({ description: 'Which one, if that version has the quote more than once; by default the first' }),
        text: label(maxCommentCharacters).meta({ description: 'What you say about it, as Markdown' }),
        replyTo: id.optional().meta({ description: 'ID of the comment that it replies to' }),
        to: z
          .array(participantReference())
          .min(1)
          .max(maxAddressees)
          .refine((ids) => new Set(ids).size === ids.length, 'must not contain an id twice')
          .optional()
          .meta({ description: 'IDs of the participants who are meant; each gets a delivery' }),
        expects: expects.optional().meta({ description: 'What the addressees are expected to do; by default `reply`' }),
      })
      .superRefine(({ version, quote, occurrence, replyTo, to, expects }, context) => {
        const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
        if (replyTo === undefined && version === undefined) refuse('version', 'is required');
        if (replyTo === undefined && quote === undefined) refuse('quote', 'is required');
        if (replyTo !== undefined && (version === undefined) !== (quote === undefined))
          refuse('quote', 'must be sent with `version`, or neither of them');
        if (occurrence !== undefined && quote === undefined) refuse('occurrence', 'requires `quote`');
        if (expects !== undefined && !to) refuse('expects', 'requires `to`: only addressees can be expected to act');
      }),
    output: createdComment,
    errors: [400, 401, 404, 409, 410, 429],
    refusesMuted: true,
  }),

  listComments: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/comments',
    summary: 'List the comments on an artifact, newest first',
    description:
      'Those that are open by default, replies included, each with the place where the present version has its passage. To continue, pass the ' +
      '`sequence` of the last one as `before`.',
    example: { input: artifacts.ofArtifact, output: { comments: [shown.open], hasMore: false } },
    tag,
    auth: 'member',
    forModels: {
      description: 'With where the present version has their passages.',
      defaults: { limit: 20 },
      group: 'artifacts',
    },
    input: artifactPath.extend({
      state: z
        .enum(['open', 'resolved', 'all'])
        .default('open')
        .meta({ description: '`resolved`: those that are resolved; `all`: both' }),
      before: z.int().min(1).max(maxSequence).optional().meta({ description: 'Only older ones than this sequence' }),
      limit: z.int().min(1).max(maxCommentsPerPage).default(50).meta({ description: 'Number of comments' }),
    }),
    output: z
      .object({ comments: z.array(commentView), hasMore })
      .meta({ id: 'CommentList', description: 'Comments on an artifact and replies to them, newest first' }),
    errors: [400, 401, 404, 429],
  }),

  resolveComment: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/comments/{commentId}/resolve',
    summary: 'Resolve a comment with its replies: only for its author, the creator of the artifact and the owner',
    description: 'Nobody is asked by it any more. One that is already resolved stays as it is.',
    example: { input: ofComment, output: shown.resolved },
    tag,
    auth: 'member',
    forModels: { description: 'With its replies.', showsTexts: true, group: 'artifacts' },
    input: commentPath,
    output: commentView,
    errors: [401, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'works',
  }),

  reopenComment: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/comments/{commentId}/reopen',
    summary: 'Open a resolved comment again, with its replies: only for those who can resolve it',
    description: 'One that is open stays as it is.',
    example: { input: ofComment, output: shown.open },
    tag,
    auth: 'member',
    forModels: { description: 'With its replies.', showsTexts: true, group: 'artifacts' },
    input: commentPath,
    output: commentView,
    errors: [401, 404, 409, 429],
    refusesMuted: true,
  }),

  redactComment: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/comments/{commentId}/redact',
    summary: 'Erase the texts of a comment: only for its author and the owner',
    description:
      'Its text, the passage that it quotes, also where replies repeat that, and the message about it. It stays at its place and open or resolved ' +
      'as it was, with its replies. No server of this space shows the texts again; the artifact, copies that clients have and backups keep them.',
    example: {
      input: { ...ofComment, reason: shown.redacted.redacted.reason },
      output: shown.redacted,
    },
    tag,
    auth: 'member',
    audited: ['commentId'],
    forModels: {
      description: 'For a secret, or a text that must not stay. It cannot be undone, and does not resolve the comment.',
      destroys: true,
      group: 'artifacts',
    },
    input: commentPath.extend({ reason: redactionReason() }),
    output: commentView,
    errors: [400, 401, 403, 404, 409, 429],
    whenFull: 'works',
    whilePaused: 'works',
  }),
});

export const comments = resource({
  ...{ tag, aliases, entities, events, facts, errors, missing, forModels, operations },
  decided: { comment: resolvedComments },
  searched: { comments: searched({ one: 'comment', texts: 'comments on artifacts' }) },
});
