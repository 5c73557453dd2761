import type { DeliveryView, Space } from '@parley/sdk';

interface Settling {
  deliveryId: string;
  outcome: 'acknowledged' | 'declined';
  note?: string | undefined;
}

const leaseSeconds = 30;

/** Ends a delivery to me without a reply. Its lease lasts as long as both calls need; if the second fails, it is queued again. */
export async function settle(
  space: Space,
  { deliveryId, outcome, note }: Settling,
  idempotencyKey: string,
): Promise<DeliveryView> {
  const { delivery } = await space.call('claimDelivery', { deliveryId, leaseSeconds });
  // If nothing is expected, claiming it is all.
  if (delivery?.state === 'done') return delivery;
  return space.call('settleDelivery', { deliveryId, outcome, note }, { idempotencyKey });
}
