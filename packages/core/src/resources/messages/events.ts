import { z } from 'zod';
import { dateTime, id, sequence } from '../../kernel/schemas.ts';
import { redaction } from '../../kernel/redaction.ts';
import { plainReferences } from './references.ts';
import { messageView } from './views.ts';

export const events = {
  message: messageView,
  'message-redacted': z
    .object({
      sequence,
      messageId: id,
      messageSequence: z.int().meta({ description: 'The sequence of the message: it stays at its place' }),
      redacted: redaction,
    })
    .meta({ id: 'MessageRedactedEvent', description: 'The text of a message was erased: delete your copies of it' }),
  'text-redacted': z
    .object({
      sequence,
      ...plainReferences,
      answerOf: id.optional().meta({ description: 'The voter, if it was the reason for an answer' }),
      redacted: redaction,
    })
    .meta({
      id: 'TextRedactedEvent',
      description: 'The texts of what it names were erased, and those of messages about it: delete your copies of them',
    }),
  'messages-expired': z
    .object({
      sequence,
      through: z.int().meta({ description: 'The sequence of the last message that was erased' }),
      expiredAt: dateTime,
    })
    .meta({
      id: 'MessagesExpiredEvent',
      description: 'This server erased the texts of all messages up to one, because they are older than it keeps them',
    }),
};
