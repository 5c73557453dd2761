import { id } from '../../kernel/schemas.ts';

/** How a message refers to a proposal. */
export const messageFields = {
  proposalId: id.optional().meta({ description: 'The proposal that it announces, or whose end it announces' }),
};
