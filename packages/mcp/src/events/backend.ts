import type { Occurrence } from '@parley/core';
import type { EventSubscription, Position } from './params.ts';
import type { DeliveryMode } from './types.ts';

export interface PolledEvents {
  events: Occurrence[];
  cursor: string;
  truncated: boolean;
  hasMore: boolean;
  nextPollMs: number;
}

/** Carries out what subscribers ask for. Throws a `ServiceError` or an error of the extension for every refusal. */
export interface EventsBackend {
  readonly delivery: readonly DeliveryMode[];
  poll(subscription: EventSubscription, position: Position, most: number | undefined): Promise<PolledEvents>;
}
