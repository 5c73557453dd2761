export type { Delivery, EventsBackend, PolledEvents, SubscribedEvents } from './backend.ts';
export { eventsError } from './errors.ts';
export { sequenceIn, streamParams, subscriptionIn, type EventSubscription, type Position } from './params.ts';
export { eventsErrorOf } from './refusal.ts';
export { eventsCapabilities, serveEvents } from './serve.ts';
