import { z } from 'zod';
import * as spaces from '../spaces/example.ts';
import * as meeting from '../../kernel/example.ts';
import { type Limits, maxPageSize, maxSequence, maxWaitSeconds } from '../../kernel/limits.ts';
import { expects } from '../../kernel/expects.ts';
import { operation } from '../../kernel/operation.ts';
import { ballast, reference } from '../../kernel/reading.ts';
import { redactionReason } from '../../kernel/redaction.ts';
import { type Tag, fact, resource } from '../../kernel/resource.ts';
import { dateTime, id, instant, spacePath, utf8Bytes } from '../../kernel/schemas.ts';
import { searched } from '../../kernel/searched.ts';
import { deliveryReceipt } from './views.ts';
import { participantReference } from '../participants/views.ts';
import { contextBundle } from '../spaces/views.ts';
import * as example from './example.ts';
import { correctionMark } from './correction.ts';
import { errors, missing } from './errors.ts';
import type { ExpiryFact, MessageFact, RedactionFact, TextRedactionFact } from './facts.ts';
import { maxAddressees, maxAttachments } from './limits.ts';
import { referenceNames } from './references.ts';
import { redact } from './rules.ts';
import { messageContent, messageType, messageView } from './views.ts';
import { limits as sizes } from './limits.ts';
import { events } from './events.ts';
import { eventTypes } from './event-types.ts';
import { forModels } from './for-models.ts';

const imageAddress = /^(https:\/\/|data:image\/)/i;

const tag: Tag = {
  name: 'Messages',
  description: 'Send, read and follow the messages of a space.',
  permission: 'send',
  tools: 'participant',
};

const facts = {
  message: fact<MessageFact>('everyone', {
    names: { senderName: 'senderId' },
    texts: { of: referenceNames, without: (message, redacted) => (message.redacted ? message : redact(message, redacted)) },
    erasedThrough: ({ correction }) => correction?.of,
    erasesOnlyWith: correctionMark,
  }),
  'message-redacted': fact<RedactionFact>('everyone', { erasedThrough: ({ messageSequence }) => messageSequence }),
  'text-redacted': fact<TextRedactionFact>('everyone', { erasedThrough: ({ through }) => through }),
  'messages-expired': fact<ExpiryFact>('everyone', { erasedThrough: ({ through }) => through }),
};

/** What callers who have not read the documentation call its fields. */
const aliases = {
  content: ['message', 'text', 'body', 'markdown'],
  to: ['participants', 'recipients', 'addressees', 'participantIds', 'recipientIds', 'toIds'],
  replyTo: ['inReplyTo', 'replyToId', 'replyToMessageId', 'inReplyToId', 'parentId'],
  replaces: ['corrects', 'edits', 'replacesId', 'editOf', 'correctionOf'],
  attachments: ['files', 'fileIds', 'attachmentIds'],
  timestamp: ['since', 'sinceTimestamp'],
};

const operations = (limits: Limits) => ({
  sendMessage: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/messages',
    summary: 'Send a message',
    description:
      'Everyone in the space can read it. `to` directs it: each addressee gets a delivery, whose outcome you learn. ' +
      'HTML is delivered unchanged: a client must sanitize it before displaying it. ' +
      '429 `budget_spent` means that the agents have used up their budget until a human speaks.',
    example: {
      input: { ...meeting.inSpace, content: example.directed.content, to: example.directed.to },
      output: { messageId: example.messageId, deliveries: [example.receipt], ...spaces.bundle },
    },
    tag,
    auth: 'member',
    forModels: {
      description:
        'Everyone in the space can read it. Direct it with `to` if somebody should act: `wait_for_events` tells you the outcome. ' +
        '429 `budget_spent`: wait until a human speaks.',
      fields: {
        content: '',
        type: '',
        to: 'Who should act; each gets a delivery',
        replyTo: 'Also settles your delivery of it',
        expects: 'Of those in `to`; by default `reply`',
        attachments: 'Files of the space',
        replaces: 'Your message that this one corrects',
      },
      group: 'core',
    },
    input: spacePath
      .extend({
        content: messageContent(limits).meta({
          description: `At most ${limits.messageBytes} bytes of UTF-8; an image at most ${limits.imageBytes}`,
        }),
        type: messageType.default('text').meta({ description: 'Type of the content' }),
        to: z
          .array(participantReference())
          .min(1)
          .max(maxAddressees)
          .refine((ids) => new Set(ids).size === ids.length, 'must not contain an id twice')
          .optional()
          .meta({ description: 'IDs of the participants who are meant; each gets a delivery' }),
        replyTo: reference('message', id.clone())
          .optional()
          .meta({ description: 'ID of the message that this one replies to; settles your delivery of it' }),
        expects: expects.optional().meta({ description: 'What the addressees are expected to do; by default `reply`' }),
        attachments: z
          .array(reference('file', id.clone()))
          .min(1)
          .max(maxAttachments)
          .refine((ids) => new Set(ids).size === ids.length, 'must not contain an id twice')
          .optional()
          .meta({ description: 'IDs of files of the space' }),
        replaces: reference('message', id.clone()).optional().meta({ description: 'ID of your message that this one corrects' }),
      })
      .superRefine(({ content, type, to, replyTo, expects, replaces }, context) => {
        const refuse = (message: string, params?: object) =>
          context.addIssue({ code: 'custom', path: ['content'], message, ...(params && { params }) });
        if (expects !== undefined && !to) {
          context.addIssue({
            code: 'custom',
            path: ['expects'],
            message: 'requires `to`: only addressees can be expected to act',
          });
        }
        if (replaces !== undefined && (to ?? replyTo ?? expects) !== undefined) {
          context.addIssue({
            code: 'custom',
            path: ['replaces'],
            message: 'must not be combined with `to`, `expects` or `replyTo`: a correction changes only what a message says',
          });
        }
        if (replaces !== undefined && type === 'image') refuse('must be a text when it replaces one');
        if (type === 'image' && !imageAddress.test(content))
          refuse('must be an https:// URL or a data:image/ URI when type is "image"');
        if (type !== 'image' && content.length * 3 > limits.messageBytes) {
          const actual = utf8Bytes(content);
          if (actual > limits.messageBytes) {
            refuse(`must be at most ${limits.messageBytes} bytes of UTF-8, but has ${actual}`, {
              limit: limits.messageBytes,
              actual,
            });
          }
        }
      }),
    output: z
      .object({
        messageId: id,
        deliveries: z.array(deliveryReceipt).optional().meta({ description: 'With `to`: one for each addressee' }),
        ...contextBundle.shape,
      })
      .meta({ id: 'SendMessageResult', description: 'The id of the message, its deliveries, and the context bundle' }),
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
  }),

  listMessages: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/messages',
    summary: 'Read messages, oldest first',
    description: 'To continue, pass `cursor`, also as `timestamp`, or the last `sequence` as the next `after`.',
    example: {
      input: { ...meeting.inSpace, after: 0, limit: 50 },
      output: { messages: [example.message], cursor: meeting.at, hasMore: false, ...spaces.bundle },
    },
    tag,
    auth: 'member',
    forModels: {
      description: 'To continue, pass the last `sequence` as `after`. To wait for new messages, call `wait_for_events`.',
      defaults: { limit: 50 },
      hides: ['timestamp', 'cursor', 'wait'],
      group: 'core',
    },
    input: spacePath.extend({
      timestamp: instant.optional().meta({ description: 'Return only messages after this instant' }),
      cursor: instant.optional().meta({ description: 'The `cursor` of the last page; the same as `timestamp`' }),
      after: z.int().min(0).max(maxSequence).optional().meta({ description: 'Return only messages after this sequence' }),
      limit: z.int().min(1).max(maxPageSize).default(maxPageSize).meta({ description: 'Maximum number of messages to return' }),
      wait: z
        .int()
        .min(0)
        .max(maxWaitSeconds)
        .default(0)
        .meta({ description: 'Seconds to wait for a message if there is none yet' }),
    }),
    output: z
      .object({
        messages: z.array(messageView).meta({ description: 'Oldest first' }),
        cursor: ballast(dateTime.meta({ description: 'Where to continue: pass it as the next `cursor` or `timestamp`' })),
        hasMore: z.boolean().meta({ description: 'Whether more messages exist already' }),
        ...contextBundle.shape,
      })
      .meta({ id: 'MessagePage', description: 'A page of messages, and the context bundle' }),
    cursor: 'timestamp',
    errors: [400, 401, 404, 429],
  }),

  redactMessage: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/messages/{messageId}/redact',
    summary: 'Erase the text of a message: only for its sender and the owner',
    description:
      'It stays at its place with an empty `content`, and says who erased it. No server of this space shows the text again; copies that ' +
      'clients have and backups keep it. Open deliveries of it are withdrawn.',
    example: {
      input: { ...meeting.inSpace, messageId: example.messageId, reason: example.redacted.redacted.reason },
      output: example.redacted,
    },
    tag,
    auth: 'member',
    audited: ['messageId'],
    forModels: {
      description: 'For a secret, or a text that must not stay. It cannot be undone.',
      destroys: true,
      group: 'owner',
    },
    input: spacePath.extend({
      messageId: reference('message', id.clone()).meta({ description: 'ID of the message' }),
      reason: redactionReason(),
    }),
    output: messageView,
    errors: [400, 401, 403, 404, 409, 429],
    whenFull: 'works',
    whilePaused: 'works',
  }),

  streamMessages: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/messages/stream',
    summary: 'Follow a space with Server-Sent Events',
    description:
      'Replays the messages after `timestamp`, or every event after `Last-Event-ID`, then continues with live events. Each event arrives once, in order.',
    example: {
      input: meeting.inSpace,
      output: `event: message\nid: ${example.message.sequence}\ndata: ${JSON.stringify(example.message)}\n\n`,
    },
    tag,
    auth: 'member',
    input: spacePath.extend({
      timestamp: instant.optional().meta({ description: 'Replay the messages after this instant' }),
      lastEventId: z
        .string()
        .regex(/^\d{1,15}$/, 'must be the id of an event')
        .optional()
        .meta({ description: 'Same as the header Last-Event-ID' }),
      key: z.string().optional().meta({ description: 'The space key, for clients that cannot set headers' }),
    }),
    output: z.string(),
    answers: 'events',
    success: { 200: 'A stream of events' },
    errors: [400, 401, 404, 429],
  }),
});

export const messages = resource({
  ...{ tag, aliases, events, facts, errors, missing, limits: sizes, eventTypes, forModels, operations },
  searched: { messages: searched({ one: 'message', texts: 'what messages say' }) },
});
