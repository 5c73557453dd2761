import { z } from 'zod';
import { callerText } from '../../kernel/reading.ts';
import { id, sequence } from '../../kernel/schemas.ts';
import { expectation } from '../messages/views.ts';
import { deliveryOutcome } from './views.ts';
import { deliveryState } from '../messages/views.ts';

export const events = {
  delivery: z
    .object({
      sequence,
      deliveryId: id,
      messageId: id,
      senderId: id,
      participantId: id,
      expects: expectation.optional(),
      state: deliveryState,
      outcome: deliveryOutcome.optional(),
      note: callerText({ field: 'participantId' }).optional(),
      attempt: z.int(),
    })
    .meta({
      id: 'DeliveryEvent',
      description: 'A delivery was held, queued, claimed or ended; only its sender, its addressee and the owner can see it',
    }),
};
