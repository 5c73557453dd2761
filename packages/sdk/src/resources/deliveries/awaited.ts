import type { SpaceCalls } from '../../calls.ts';
import { within } from '../../time.ts';
import type { DeliveryView, Message, MessageView } from '../../types.ts';

/** The ids of the questions and decisions whose end is waited for here. */
export const awaited = new Set<string>();

/** Whether a delivery only says that what is waited for here has come. */
export const isHeard = ({ expects }: DeliveryView, { replyTo, decisionId }: MessageView): boolean =>
  expects === 'nothing' && [replyTo, decisionId].some((id) => id !== undefined && awaited.has(id));

const noticeMs = 5_000;

/** A message is here, so nobody has to be told of it later; one that wants something itself still waits. */
export async function noticed(space: SpaceCalls, { id, sequence }: Message, signal: AbortSignal): Promise<void> {
  const noticing = async () => {
    const queued = { state: 'queued', after: sequence - 1, limit: 1 } as const;
    const { deliveries } = await space.call('listDeliveries', queued, { signal });
    const told = deliveries.find(({ messageId, expects }) => messageId === id && expects === 'nothing');
    if (told) await space.call('claimDelivery', { deliveryId: told.deliveryId }, { signal });
  };
  await within(noticeMs, noticing).catch(() => {});
}
