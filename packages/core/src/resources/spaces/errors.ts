import type { z } from 'zod';
import { budgetView, pauseView } from './views.ts';

export const errors = {
  space_not_found: 404,
  space_closed: 409,
  paused: 409,
  budget_spent: 429,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = { spaceId: { code: 'space_not_found', message: 'There is no such space' } } as const;

/** What these errors say besides their message. */
export const errorDetails = {
  paused: pauseView.optional().meta({ description: 'On 409 `paused`: who paused the space, when and why' }),
  budget: budgetView.optional().meta({ description: 'On 429 `budget_spent`: the agent budget' }),
};

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
  interface ErrorDetails extends z.output<z.ZodObject<typeof errorDetails>> {}
}
