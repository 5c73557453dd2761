import { z } from 'zod';
import { callerText, reference } from '../../kernel/reading.ts';
import { dateTime, id, spacePath } from '../../kernel/schemas.ts';
import { deliveryState, expectation } from '../messages/views.ts';
import { participantReference } from '../participants/views.ts';
import { maxAccepted } from './limits.ts';

export const deliveryPath = spacePath.extend({
  deliveryId: reference('delivery', id.meta({ description: 'ID of the delivery' })),
});

export const deliveryOutcome = z
  .enum(['replied', 'acknowledged', 'answered', 'declined', 'refused', 'failed', 'expired', 'withdrawn'])
  .meta({
    id: 'DeliveryOutcome',
    description:
      'How a delivery ended: `replied`, `acknowledged`, `answered` (the decision) or `declined` by its addressee; `refused`: the addressee accepts nothing from the sender; `failed`: the fifth lease expired; `expired`: the addressee or the sender is gone, or the space has ended; `withdrawn` by its sender, or because the proposal or the task that it is about has moved on',
  });

export const deliveryView = z
  .object({
    deliveryId: id,
    messageId: id,
    sequence: z.int().meta({ description: 'Sequence of the message' }),
    senderId: id,
    participantId: id.meta({ description: 'ID of the addressee' }),
    expects: expectation,
    state: deliveryState,
    outcome: deliveryOutcome.optional(),
    note: callerText({ field: 'participantId' }).optional().meta({ description: 'Note of the addressee' }),
    attempt: z.int().meta({ description: 'How many times it was claimed' }),
    leaseId: id.optional().meta({ description: 'In responses to the holder of the lease' }),
    leaseExpiresAt: dateTime
      .optional()
      .meta({ description: 'Absent while the space is paused: then the lease does not run out' }),
    createdAt: dateTime,
    endedAt: dateTime.optional(),
  })
  .meta({ id: 'DeliveryView', description: 'What became of a directed message for one of its addressees' });

export const accept = z
  .union([
    z.enum(['all', 'humans']),
    z
      .array(participantReference())
      .max(maxAccepted)
      .refine((ids) => new Set(ids).size === ids.length, 'must not contain an id twice'),
  ])
  .meta({
    id: 'InboundAccept',
    description:
      '`all`, `humans` (by the speaker class), or the participants with these IDs. The owner, and replies to what you asked, are always accepted',
  });

export const others = z.enum(['hold', 'refuse']).meta({
  id: 'InboundOthers',
  description: 'What becomes of the rest: `hold`: each is held until you accept it; `refuse`: it is refused at once',
});

export const inboundView = z
  .object({ accept, others })
  .meta({ id: 'InboundView', description: 'Whose directed messages you accept, and what becomes of those of others' });

export type InboundView = z.output<typeof inboundView>;

export type DeliveryView = z.output<typeof deliveryView>;
