import { id } from '../../kernel/schemas.ts';

/** How a message refers to a decision. */
export const messageFields = {
  decisionId: id.optional().meta({ description: 'The decision that it asks for, or whose end it announces' }),
};
