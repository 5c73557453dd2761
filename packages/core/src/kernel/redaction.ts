import { z } from 'zod';
import { callerText } from './reading.ts';
import { dateTime, id, text } from './schemas.ts';

/** Of the reason why a text was erased. */
export const maxRedactionReasonCharacters = 200;

export const redaction = z
  .object({
    by: id
      .optional()
      .meta({ description: 'Who erased it; absent if this server did, because of its age or with the account of its author' }),
    at: dateTime,
    reason: callerText({ field: 'by' }).optional(),
  })
  .meta({ id: 'Redaction', description: 'Who erased a text, when and why' });

/** Who erased a text, when and why. */
export type Redaction = z.output<typeof redaction>;

/** Why a text is erased, as callers say it. */
export const redactionReason = () =>
  text(maxRedactionReasonCharacters).optional().meta({ description: 'Why; everyone can read it' });

/** What takes the place of a title, which lists and lines need. */
export const redactedTitle = 'Deleted';
