import type { EventType } from '../../kernel/event-type.ts';

export const eventTypes = {
  'message.created': {
    description: 'Somebody else sent a message. list_messages with `after` = `sequence` - 1 reads it.',
    event: 'message',
    by: { field: 'senderId' },
    data: {
      messageId: 'id',
      senderId: 'senderId',
      speaker: 'speaker',
      type: 'type',
      to: 'to',
      replyTo: 'replyTo',
      expects: 'expects',
      replaces: 'replaces',
    },
  },
} as const satisfies Record<string, EventType>;
