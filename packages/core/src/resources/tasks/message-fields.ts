import { id } from '../../kernel/schemas.ts';

/** How a message refers to a task. */
export const messageFields = {
  taskId: id.optional().meta({ description: 'The task that it is about' }),
};
