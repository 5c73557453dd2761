import type { z } from 'zod';
import { callerLabel } from '../../kernel/reading.ts';
import { dateTime, id } from '../../kernel/schemas.ts';

export const errors = {
  task_not_found: 404,
  own_work: 403,
  task_claimed: 409,
  task_conflict: 409,
  task_ended: 409,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  taskId: { code: 'task_not_found', message: 'There is no such task in this space' },
} as const;

/** What these errors say besides their message. */
export const errorDetails = {
  claimedBy: id.optional().meta({ description: 'On 409 `task_claimed`: ID of the participant who works on the task' }),
  claimedByName: callerLabel().optional().meta({ description: 'Display name of that participant' }),
  leaseExpiresAt: dateTime.optional().meta({ description: 'On 409 `task_claimed`: until when, unless they renew the lease' }),
};

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
  interface ErrorDetails extends z.output<z.ZodObject<typeof errorDetails>> {}
}
