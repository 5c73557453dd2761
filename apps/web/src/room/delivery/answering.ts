import { ParleyError } from '@parley/sdk';
import { newOnce } from '../../space/drafts.ts';
import { isPassing, whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';
import { settle, type Settling } from '../../space/deliveries/settle.ts';

/** Ends a delivery to this participant without a reply. Throws an error with a text for them. */
export async function finish(room: Room, settling: Settling): Promise<void> {
  try {
    room.deliveries.learn([await settle(room.space, settling, newOnce())]);
  } catch (error) {
    throw new Error(isLost(error) ? 'It was answered elsewhere or withdrawn in the meantime.' : failure(error), { cause: error });
  }
}

/** Ends a delivery of this participant's own message. */
export const withdraw = (room: Room, deliveryId: string): Promise<void> => move(room, 'withdrawDelivery', deliveryId);

/** Accepts a delivery that is held for this participant. */
export const accept = (room: Room, deliveryId: string): Promise<void> => move(room, 'acceptDelivery', deliveryId);

async function move(room: Room, how: 'withdrawDelivery' | 'acceptDelivery', deliveryId: string): Promise<void> {
  try {
    room.deliveries.learn([await room.space.call(how, { deliveryId })]);
  } catch (error) {
    throw new Error(isLost(error) ? 'It has ended in the meantime.' : failure(error), { cause: error });
  }
}

const isLost = (error: unknown): boolean => error instanceof ParleyError && (error.status === 409 || error.status === 404);

const failure = (error: unknown): string =>
  isPassing(error) ? 'The service cannot be reached. Try again when you are connected.' : whyNot(error);
