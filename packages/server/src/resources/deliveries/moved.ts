import { delivery as rules, deliveryChanged, type Delivery, type Fact, type Instant } from '@parley/core';

/** What to store when a delivery changes its state. If its lease has expired, that is recorded first. */
export function deliveryMoved(
  stored: Delivery,
  now: Instant,
  move: (present: Delivery) => Delivery = (present) => present,
): { changes: { deliveries: Delivery[] }; events: Fact[] } {
  const present = rules.at(stored, now);
  const moved = move(present);
  const passed = [...(present === stored ? [] : [present]), ...(moved === present ? [] : [moved])];
  return { changes: { deliveries: passed.slice(-1) }, events: passed.map(deliveryChanged) };
}
