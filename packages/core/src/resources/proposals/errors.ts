import type { z } from 'zod';
import { id } from '../../kernel/schemas.ts';

export const errors = {
  proposal_not_found: 404,
  proposal_ended: 409,
  proposal_stale: 409,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  proposalId: { code: 'proposal_not_found', message: 'There is no such proposal for this artifact' },
} as const;

/** What these errors say besides their message. */
export const errorDetails = {
  proposalId: id.optional().meta({ description: 'On 423: the proposal that keeps your text' }),
};

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
  interface ErrorDetails extends z.output<z.ZodObject<typeof errorDetails>> {}
}
