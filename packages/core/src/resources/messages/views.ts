import { z } from 'zod';
import { expecting, expects } from '../../kernel/expects.ts';
import type { Limits } from '../../kernel/limits.ts';
import { redaction } from '../../kernel/redaction.ts';
import { ballast, callerLabel, callerText } from '../../kernel/reading.ts';
import { dateTime, id } from '../../kernel/schemas.ts';
import { visibleContent } from '../../kernel/text.ts';
import { attachmentView } from '../files/views.ts';
import { reach, speakerClass } from '../participants/views.ts';
import { references } from './references.ts';

export const messageType = z
  .enum(['text', 'image', 'html'])
  .meta({ id: 'MessageType', description: 'Text (by convention Markdown), the URL of an image, or HTML' });

export const expectation = z
  .enum([...expects.options, 'answer'])
  .meta({ id: 'Expectation', description: `${expecting}; \`answer\`: to answer the decision that it asks for` });

export const messageView = z
  .object({
    id,
    senderId: id,
    senderName: callerLabel(),
    isOwner: ballast(z.boolean()),
    speaker: speakerClass,
    content: callerText({ field: 'senderId' }),
    type: messageType,
    timestamp: dateTime,
    sequence: z.int().meta({ description: 'Position in the event log of the space: 1, 2, 3 …' }),
    to: z.array(id).optional().meta({ description: 'The participants who are meant; everyone can read it' }),
    replyTo: id.optional().meta({ description: 'The message that it replies to' }),
    expects: expectation.optional(),
    ...references,
    attachments: z.array(attachmentView).optional().meta({ description: 'Files, as they were when it was sent' }),
    replaces: id.optional().meta({ description: 'The message that it corrects: show its text there instead' }),
    replacedBy: id.optional().meta({ description: 'The newest correction of it, which is a later message' }),
    redacted: redaction.optional().meta({ description: 'Its text was erased: `content` is empty, and it names no files' }),
  })
  .meta({ id: 'MessageView', description: 'A message' });

export const messageContent = (limits: Limits) => visibleContent(Math.max(limits.messageBytes, limits.imageBytes));

export type MessageView = z.output<typeof messageView>;

export const deliveryState = z.enum(['held', 'queued', 'claimed', 'done']).meta({
  id: 'DeliveryState',
  description:
    '`held`: its addressee has to accept it first; `queued`: waits for its addressee; `claimed`: the addressee holds its lease; `done`: has an outcome',
});

export const deliveryReceipt = z
  .object({
    deliveryId: id,
    participantId: id,
    state: deliveryState,
    outcome: z.literal('refused').optional().meta({ description: 'The addressee accepts nothing from you' }),
    reach,
  })
  .meta({ id: 'DeliveryReceipt', description: 'A new delivery, for the sender of the message' });

export type DeliveryReceipt = z.output<typeof deliveryReceipt>;
