import type { DeliveryView, Expectation, MessageView, ParticipantView, SpaceView } from '@parley/sdk';
import type { Waiting } from '../room/resource.ts';

/** Something that waits for me. */
export type Item =
  | { readonly kind: 'request'; readonly id: string; readonly participant: ParticipantView }
  | { readonly kind: 'message'; readonly id: string; readonly message: MessageView; readonly expects: Expectation }
  | { readonly kind: 'other'; readonly id: string; readonly show: Waiting['show'] };

interface Found {
  space: Pick<SpaceView, 'participants'>;
  /** Open deliveries to me, with their messages. */
  directed: readonly { delivery: Pick<DeliveryView, 'deliveryId' | 'expects'>; message: MessageView }[];
  others: readonly Waiting[];
}

/** Who waits to join comes first, then the oldest message. What a message announces that waits is there once. */
export function itemsOf({ space, directed, others }: Found): readonly Item[] {
  const requests = space.participants.filter(({ status }) => status === 'waitingForApproval');
  return [
    ...requests.map((participant): Item => ({ kind: 'request', id: participant.participantId, participant })),
    ...directed.map(({ delivery: { deliveryId, expects }, message }): Item => ({
      kind: 'message',
      id: deliveryId,
      message,
      expects,
    })),
    ...others
      .filter((each) => !directed.some(({ message }) => each.isAnnouncedBy(message)))
      .map(({ id, show }): Item => ({ kind: 'other', id, show })),
  ];
}
