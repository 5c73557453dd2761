import { z } from 'zod';
import { callerLabel } from '../../kernel/reading.ts';

export const errors = {
  decision_not_found: 404,
  not_a_voter: 403,
  no_voters: 409,
  decision_ended: 409,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  decisionId: { code: 'decision_not_found', message: 'There is no such decision in this space' },
} as const;

/** What these errors say besides their message. */
export const errorDetails = {
  outcome: callerLabel().optional().meta({ description: 'On 409 `decision_ended`: the option that was decided, if one was' }),
  pinned: z
    .int()
    .optional()
    .meta({ description: 'On 409 `version_conflict` of an answer: the version of the artifact that the decision is about' }),
};

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
  interface ErrorDetails extends z.output<z.ZodObject<typeof errorDetails>> {}
}
