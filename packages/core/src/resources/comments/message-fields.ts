import { id } from '../../kernel/schemas.ts';

/** How a message refers to a comment. */
export const messageFields = {
  commentId: id.optional().meta({ description: 'The comment that it tells of' }),
};
