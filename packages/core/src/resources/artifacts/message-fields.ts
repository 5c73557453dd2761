import { id } from '../../kernel/schemas.ts';

/** How a message refers to an artifact. */
export const messageFields = {
  artifactId: id.optional().meta({ description: 'The artifact of the proposal' }),
};
