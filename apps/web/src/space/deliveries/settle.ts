import type { DeliveryView } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { newOnce } from '../drafts.ts';

export interface Settling {
  deliveryId: string;
  outcome: 'acknowledged' | 'declined';
  note?: string | undefined;
}

const leaseSeconds = 30;

/**
 * Ends a delivery to this participant without a reply. The lease lasts as long as both calls need; if the second fails, it is queued again.
 * If another program with the same key holds a lease, that one ends.
 */
export async function settle(
  space: CompactSpace,
  { deliveryId, outcome, note }: Settling,
  idempotencyKey: string,
): Promise<DeliveryView> {
  const { delivery } = await space.call('claimDelivery', { deliveryId, leaseSeconds }, { idempotencyKey: newOnce() });
  // If nothing is expected, claiming it is all.
  if (delivery?.state === 'done') return delivery;
  return space.call('settleDelivery', { deliveryId, outcome, note }, { idempotencyKey });
}
