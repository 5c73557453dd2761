import type { DeliveryView, Expectation, MessageView, ParticipantView, SpaceView } from '@parley/sdk';
import type { Waiting } from '../resource.ts';

/** Something that waits for me. */
export type Item =
  | {
      readonly kind: 'request';
      readonly id: string;
      readonly participant: ParticipantView;
      /** The name of somebody in the space that looks like that of the applicant. */
      readonly resembled?: string | undefined;
    }
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly message: MessageView;
      readonly expects: Expectation;
      /** Who sent it, as the space lists them. */
      readonly sender?: ParticipantView | undefined;
      /** I have to accept it first. */
      readonly isHeld: boolean;
    }
  | ({ readonly kind: 'other' } & Omit<Waiting, 'isAnnouncedBy'>);

interface Found {
  space: Pick<SpaceView, 'participants'>;
  /** Pending deliveries to me, with their messages. */
  directed: readonly { delivery: Pick<DeliveryView, 'deliveryId' | 'expects' | 'state'>; message: MessageView }[];
  others: readonly Waiting[];
}

/** The name that tells somebody apart. */
export const shownName = ({ name, displayName }: ParticipantView): string => displayName ?? name;

/** Whether it is a message that I have not accepted yet: it does not count as waiting. */
export const isHeld = (item: Item): boolean => item.kind === 'message' && item.isHeld;

/** Who waits to join comes first, then the oldest message. What a message announces that waits is there once. */
export function itemsOf({ space: { participants }, directed, others }: Found): readonly Item[] {
  const of = (id: string | undefined) => participants.find(({ participantId }) => participantId === id);
  const nameOf = (id: string | undefined) => {
    const found = of(id);
    return found && shownName(found);
  };
  const requests = participants.filter(({ status }) => status === 'waitingForApproval');
  return [
    ...requests.map((participant): Item => ({
      kind: 'request',
      id: participant.participantId,
      participant,
      resembled: nameOf(participant.resembles),
    })),
    ...directed.map(({ delivery: { deliveryId, expects, state }, message }): Item => ({
      kind: 'message',
      id: deliveryId,
      message,
      expects,
      sender: of(message.senderId),
      isHeld: state === 'held',
    })),
    ...others
      .filter((each) => !directed.some(({ message }) => each.isAnnouncedBy(message)))
      .map(({ isAnnouncedBy: _, ...each }): Item => ({ kind: 'other', ...each })),
  ];
}
