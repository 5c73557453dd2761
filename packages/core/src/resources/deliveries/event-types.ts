import type { EventType } from '../../kernel/event-type.ts';

export const eventTypes = {
  'delivery.queued': {
    description:
      'A directed message waits for you, for the first time or again. claim_delivery returns it and what is expected of you.',
    event: 'delivery',
    when: { state: ['queued'] },
    to: 'participantId',
    data: {
      deliveryId: 'deliveryId',
      messageId: 'messageId',
      senderId: 'senderId',
      participantId: 'participantId',
      expects: 'expects',
      attempt: 'attempt',
    },
  },
} as const satisfies Record<string, EventType>;
