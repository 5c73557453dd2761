import type { DeliveryView, Expects, MessageView, ParticipantView, ProposalView, SpaceView } from '@parley/sdk';

/** Something that waits for me. */
export type Item =
  | { readonly kind: 'request'; readonly id: string; readonly participant: ParticipantView }
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly message: MessageView;
      readonly expects: Expects;
      readonly isAnnouncement: boolean;
    }
  | { readonly kind: 'proposal'; readonly id: string; readonly proposal: ProposalView; readonly artifactName: string };

interface Found {
  space: Pick<SpaceView, 'participants' | 'artifacts'>;
  /** Open deliveries to me, with their messages. */
  directed: readonly { delivery: Pick<DeliveryView, 'deliveryId' | 'expects'>; message: MessageView }[];
  /** Open proposals that I can decide. */
  proposals: readonly ProposalView[];
}

/** Who waits to join comes first, then the oldest message. A proposal whose announcement waits is there once. */
export function itemsOf({ space, directed, proposals }: Found): readonly Item[] {
  const requests = space.participants.filter(({ status }) => status === 'waitingForApproval');
  const announced = new Set(directed.map(({ message }) => message.proposalId));
  return [
    ...requests.map((participant): Item => ({ kind: 'request', id: participant.participantId, participant })),
    ...directed.map(({ delivery: { deliveryId, expects }, message }): Item => ({
      kind: 'message',
      id: deliveryId,
      message,
      expects,
      isAnnouncement: message.proposalId !== undefined,
    })),
    ...proposals
      .filter(({ proposalId }) => !announced.has(proposalId))
      .map((proposal): Item => ({
        kind: 'proposal',
        id: proposal.proposalId,
        proposal,
        artifactName: space.artifacts.find(({ id }) => id === proposal.artifactId)?.name ?? 'An artifact',
      })),
  ];
}
