import type { ClaimedDelivery, DeliveryView, Space } from '@parley/sdk';

const longestWait = 25;
const answerMs = 30_000;

/** All deliveries to the caller, or of the caller's messages, oldest first. */
export async function everyDelivery(
  space: Space,
  place: { role: 'addressee' | 'sender'; state: 'pending' | 'all' },
): Promise<DeliveryView[]> {
  const found: DeliveryView[] = [];
  for (let after = 0; ;) {
    const { deliveries, cursor, hasMore } = await space.call('listDeliveries', { ...place, after, limit: 1000 });
    found.push(...deliveries);
    if (!hasMore) return found;
    after = cursor;
  }
}

/** Claims the next delivery; if none is queued, waits this many milliseconds for one. */
export async function claimWithin(
  space: Space,
  waitMs: number,
  leaseSeconds: number | undefined,
): Promise<ClaimedDelivery | undefined> {
  const end = Date.now() + waitMs;
  for (;;) {
    const claimed = await space.call('claimDelivery', { leaseSeconds });
    if (claimed.delivery) return claimed;
    const left = end - Date.now();
    if (left <= 0) return undefined;
    const wait = Math.min(longestWait, Math.ceil(left / 1000));
    await space.call('listDeliveries', { state: 'queued', limit: 1, wait }, { timeoutMs: wait * 1000 + answerMs });
  }
}
