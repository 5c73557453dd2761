import type { z } from 'zod';
import type { Fact } from '../../kernel/facts.ts';
import type { Artifact } from '../artifacts/entity.ts';
import { commentStateOf, type Comment } from './entity.ts';
import type { commentAction, commentState } from './views.ts';

/** Somebody commented on an artifact, or resolved or reopened a thread. Contains nothing of what the comment says. */
export const commentChanged = (
  action: CommentFact['action'],
  comment: Comment,
  { name }: Pick<Artifact, 'name'>,
  actorId: string,
): Fact => ({
  event: 'comment',
  body: {
    commentId: comment.commentId,
    artifactId: comment.artifactId,
    artifactName: name,
    action,
    state: commentStateOf(comment),
    replyTo: comment.replyTo,
    authorId: comment.authorId,
    actorId,
  },
});

export interface CommentFact {
  commentId: string;
  artifactId: string;
  artifactName: string;
  action: z.output<typeof commentAction>;
  state: z.output<typeof commentState>;
  replyTo?: string | undefined;
  authorId: string;
  actorId: string;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    comment: CommentFact;
  }
}
