import { z } from 'zod';
import { callerLabel } from '../../kernel/reading.ts';
import { id, sequence } from '../../kernel/schemas.ts';
import { commentAction, commentState, threadId } from './views.ts';

export const events = {
  comment: z
    .object({
      sequence,
      commentId: id,
      artifactId: id,
      artifactName: callerLabel(),
      action: commentAction,
      state: commentState,
      replyTo: threadId.clone(),
      authorId: id,
      actorId: id,
    })
    .meta({
      id: 'CommentEvent',
      description: 'Somebody commented on a passage of an artifact, or resolved or reopened a thread; does not contain its text',
    }),
};
