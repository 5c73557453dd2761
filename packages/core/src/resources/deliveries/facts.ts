import type { Fact } from '../../kernel/facts.ts';
import type { Delivery } from './entity.ts';

/** A delivery was held, queued, claimed or ended. */
export const deliveryChanged = ({
  deliveryId,
  messageId,
  senderId,
  participantId,
  expects,
  state,
  outcome,
  note,
  attempt,
}: Delivery): Fact => ({
  event: 'delivery',
  body: { deliveryId, messageId, senderId, participantId, expects, state, outcome, note, attempt },
});

export type DeliveryFact = Pick<
  Delivery,
  'deliveryId' | 'messageId' | 'senderId' | 'participantId' | 'state' | 'outcome' | 'note' | 'attempt'
> & { expects?: Delivery['expects'] | undefined };

declare module '../../kernel/facts.ts' {
  interface Facts {
    delivery: DeliveryFact;
  }
}
