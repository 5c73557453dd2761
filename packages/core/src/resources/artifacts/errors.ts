import { z } from 'zod';
import { callerLabel, callerText } from '../../kernel/reading.ts';
import { dateTime, id } from '../../kernel/schemas.ts';
import { artifactDiff } from './views.ts';

export const errors = {
  artifact_not_found: 404,
  base_version_required: 400,
  name_taken: 409,
  version_conflict: 409,
  edit_mismatch: 409,
  locked: 423,
  not_locked: 423,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  artifactId: { code: 'artifact_not_found', message: 'There is no such artifact in this space' },
} as const;

/** What these errors say besides their message. */
export const errorDetails = {
  lockedBy: id.optional().meta({ description: 'On 423: ID of the participant who holds the lock' }),
  lockedByName: callerLabel().optional().meta({ description: 'On 423: display name of that participant' }),
  lockExpiresAt: dateTime.optional().meta({ description: 'On 423: until when they hold it, unless they refresh it' }),
  artifactId: id.optional().meta({ description: 'On 409 `name_taken`: ID of the artifact that has the name' }),
  currentVersion: z.int().optional().meta({
    description:
      'On 400 `base_version_required`, on 409 `version_conflict` and `edit_mismatch`, and on 412: the present version of the artifact',
  }),
  updatedBy: id.optional().meta({ description: 'On 409 `version_conflict` and 412: who wrote it' }),
  updatedByName: callerLabel().optional().meta({ description: 'Display name of that participant' }),
  updatedAt: dateTime.optional().meta({ description: 'When it was written' }),
  diff: artifactDiff.optional().meta({ description: 'What has changed since the `baseVersion`, as far as that is still stored' }),
  index: z.int().optional().meta({ description: 'On 409 `edit_mismatch`: which of the edits, from 0' }),
  reason: z
    .enum(['not_found', 'ambiguous', 'overlap', 'whitespace'])
    .optional()
    .meta({ description: 'On 409 `edit_mismatch`: why it does not apply' }),
  lines: z.object({ from: z.int(), to: z.int() }).optional().meta({
    description: 'With the reason `whitespace`: the lines that its text differs from only in white space, quotes or line numbers',
  }),
  matches: z.int().optional().meta({ description: 'How often its text or heading occurs' }),
  near: callerText('participants').optional().meta({ description: 'The closest place, or headings, in at most 200 characters' }),
};

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
  interface ErrorDetails extends z.output<z.ZodObject<typeof errorDetails>> {}
}
