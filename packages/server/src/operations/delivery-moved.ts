import { delivery as rules, deliveryChanged, type Delivery, type Fact, type Instant } from '@parley/core';

/** What to store when a delivery changes its state. That its lease expired is recorded first. */
export function deliveryMoved(
  stored: Delivery,
  moved: Delivery,
  now: Instant,
): { changes: { deliveries: Delivery[] }; events: Fact[] } {
  const present = rules.at(stored, now);
  const passed = [...(present === stored ? [] : [present]), ...(moved === present ? [] : [moved])];
  return { changes: { deliveries: passed.slice(-1) }, events: passed.map(deliveryChanged) };
}
