import { ParleyError } from '@parley/sdk';
import { newOnce } from './drafts.ts';
import { isPassing, whyNot } from './refusal.ts';
import type { Delivered, Room } from './room.ts';

const leaseSeconds = 60;

/** Ends a delivery to this participant without a reply. Throws an error with a text for them. */
export async function settle(
  room: Room,
  { deliveryId, state }: Delivered,
  outcome: 'acknowledged' | 'declined',
  note?: string,
): Promise<void> {
  const { space } = room;
  try {
    if (state === 'queued') {
      const { delivery } = await space.call('claimDelivery', { deliveryId, leaseSeconds }, { idempotencyKey: newOnce() });
      if (delivery) room.learn([delivery]);
      // Claiming ends what expects nothing.
      if (delivery?.state === 'done') return;
    }
    // Without a lease of our own, this ends the one in force: another program with the key of this participant holds it.
    room.learn([await space.call('settleDelivery', { deliveryId, outcome, note })]);
  } catch (error) {
    throw new Error(isLost(error) ? 'It was answered elsewhere or withdrawn in the meantime.' : failure(error), { cause: error });
  }
}

/** Ends a delivery of this participant's own message. */
export async function withdraw(room: Room, deliveryId: string): Promise<void> {
  try {
    room.learn([await room.space.call('withdrawDelivery', { deliveryId })]);
  } catch (error) {
    throw new Error(isLost(error) ? 'It has ended in the meantime.' : failure(error), { cause: error });
  }
}

const isLost = (error: unknown): boolean => error instanceof ParleyError && (error.status === 409 || error.status === 404);

const failure = (error: unknown): string =>
  isPassing(error) ? 'The service cannot be reached. Try again when you are connected.' : whyNot(error);
