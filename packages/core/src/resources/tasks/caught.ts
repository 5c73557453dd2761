import { z } from 'zod';
import { caught, short } from '../../kernel/caught.ts';
import { inQuotes } from '../../kernel/envelope.ts';
import { callerLabel } from '../../kernel/reading.ts';
import { dateTime, id } from '../../kernel/schemas.ts';
import { taskState } from './views.ts';

export const openTasks = caught({
  one: 'task',
  description: 'Tasks that you work on, that you can verify, and open ones that are meant for you',
  view: z.object({
    taskId: id,
    title: callerLabel(),
    state: taskState,
    createdBy: id,
    leaseExpiresAt: dateTime.optional(),
  }),
  line: ({ taskId, title, state, createdBy, leaseExpiresAt }) =>
    `- task ${taskId} ${inQuotes(title)} of ${short(createdBy)}: ${state}` +
    (leaseExpiresAt === undefined ? '' : ` until ${leaseExpiresAt}`),
});
