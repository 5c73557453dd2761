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

/** Where a subscriber wants events to be delivered. */
export interface Delivery {
  url: string;
  secret: string;
  /** How long it suggests that the subscription lasts: `null` without end. */
  ttlMs: number | null | undefined;
}

export interface SubscribedEvents {
  id: string;
  refreshBefore: string;
  cursor: string;
  truncated: boolean;
  /** How delivery went before it was asked for again. */
  deliveryStatus?: { active: boolean; lastDeliveryAt: string | null; lastError: string | null; failedSince?: string };
}

/** Carries out what subscribers ask for. Throws a `ServiceError` or an error of the extension for every refusal. */
export interface EventsBackend {
  readonly delivery: readonly DeliveryMode[];
  poll(subscription: EventSubscription, position: Position, most: number | undefined): Promise<PolledEvents>;
  subscribe(subscription: EventSubscription, position: Position, delivery: Delivery): Promise<SubscribedEvents>;
  /** Does nothing if there is no such subscription. */
  unsubscribe(subscription: EventSubscription, url: string): Promise<void>;
}
