import { isGone, type Facts, type Instant } from '@parley/core';
import { forEach, type Upkeep, type UpkeepOptions } from '../../engine/schedule/upkeep.ts';
import { overdueDeliveries } from './overdue.ts';
import type { deliveryStore } from './queries.ts';

/** Longer than clocks differ and than a write can take. */
const repeatedMs = 10 * 60_000;
const spacesAtOnce = 100;
const rowsAtOnce = 1_000;

/** Expired leases, and deliveries of which the addressee or the sender is gone. */
export function deliveryUpkeep(deliveries: ReturnType<typeof deliveryStore>, options: UpkeepOptions): Upkeep {
  const { committer, sweepMs, now, failed } = options;
  const { lapse, expire } = overdueDeliveries({ deliveries, committer, now });
  const left = new Set<string>();
  /** Until when `expireForgotten` has looked for departures. */
  let departuresSeen: Instant = 0;

  async function expireLeft(): Promise<void> {
    const spaceIds = [...left];
    left.clear();
    await forEach(spaceIds, expire, failed);
  }

  /** Finds what a process did not get to before it ended: at first everything, then what is new, and what failed a while ago. */
  async function expireForgotten(): Promise<void> {
    const until = now();
    const spaceIds = await deliveries.spacesWithAbandoned(departuresSeen - repeatedMs, rowsAtOnce);
    if (spaceIds.length < rowsAtOnce) departuresSeen = until;
    while (spaceIds.length) await forEach(spaceIds.splice(0, spacesAtOnce), expire, failed);
  }

  return {
    due: [{ name: 'leases', everyMs: 1_000, find: deliveries.spacesWithLeasesDue, record: lapse }],
    repeated: [
      { name: 'departures', everyMs: 250, run: expireLeft },
      { name: 'forgotten departures', everyMs: sweepMs, run: expireForgotten },
    ],
    expired: [deliveries.dropLeases],
    ages: [{ metric: 'parley_oldest_queued_delivery_seconds', oldest: deliveries.oldestQueued }],
    stored: {
      'participant-status'(spaceId, fact) {
        if (isGone(JSON.parse(fact) as Facts['participant-status'])) left.add(spaceId);
      },
    },
  };
}
