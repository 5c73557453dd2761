import { z } from 'zod';
import { maxPageSize, maxWaitSeconds, type Limits } from '../limits.ts';
import { operation } from './operation.ts';
import {
  contextBundle,
  dateTime,
  id,
  instant,
  messageContent,
  messageType,
  messageView,
  spacePath,
  utf8Bytes,
} from './schemas.ts';

const imageAddress = /^(https:\/\/|data:image\/)/i;

export const messages = (limits: Limits) => ({
  sendMessage: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/messages',
    summary: 'Send a message',
    tag: 'Messages',
    auth: 'member',
    input: spacePath
      .extend({
        content: messageContent(limits),
        type: messageType.default('text'),
      })
      .superRefine(({ content, type }, context) => {
        const refuse = (message: string, params?: object) =>
          context.addIssue({ code: 'custom', path: ['content'], message, ...(params && { params }) });
        if (type === 'image' && !imageAddress.test(content)) refuse('an image is an https or a data:image address');
        if (type !== 'image' && content.length * 3 > limits.messageBytes) {
          const actual = utf8Bytes(content);
          if (actual > limits.messageBytes) {
            refuse(`at most ${limits.messageBytes} bytes of UTF-8, got ${actual}`, { limit: limits.messageBytes, actual });
          }
        }
      }),
    output: z.object({ messageId: id, ...contextBundle.shape }).meta({ id: 'SendMessageResult' }),
    errors: [400, 401, 403, 404, 409, 429],
  }),

  listMessages: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/messages',
    summary: 'Read messages, oldest first',
    description: 'Pass `cursor` as the next `timestamp`, or the last `sequence` as the next `after`.',
    tag: 'Messages',
    auth: 'member',
    input: spacePath.extend({
      timestamp: instant.optional().meta({ description: 'Only messages after this instant' }),
      after: z.int().min(0).optional().meta({ description: 'Only messages after this sequence' }),
      limit: z.int().min(1).max(maxPageSize).default(maxPageSize),
      wait: z.int().min(0).max(maxWaitSeconds).default(0).meta({ description: 'Seconds to wait for the first message' }),
    }),
    output: z
      .object({
        messages: z.array(messageView),
        cursor: dateTime,
        hasMore: z.boolean(),
        ...contextBundle.shape,
      })
      .meta({ id: 'MessagePage' }),
    errors: [400, 401, 404, 429],
  }),

  streamMessages: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/messages/stream',
    summary: 'Follow a space by Server-Sent Events',
    description:
      'Replays the messages after `timestamp`, or every event after `Last-Event-ID`, then follows live. Events: ready, message, participant-status, artifact, context, space-closed, reset.',
    tag: 'Messages',
    auth: 'member',
    input: spacePath.extend({
      timestamp: instant.optional().meta({ description: 'Replay messages after this instant' }),
      lastEventId: z
        .string()
        .regex(/^\d{1,15}$/, 'must be the id of an event')
        .optional()
        .meta({ description: 'Like the header Last-Event-ID' }),
      key: z.string().optional().meta({ description: 'The space key, for clients that cannot set headers' }),
    }),
    output: z.string(),
    kind: 'stream',
    success: { 200: 'A stream of events' },
    errors: [400, 401, 404, 429],
  }),
});
