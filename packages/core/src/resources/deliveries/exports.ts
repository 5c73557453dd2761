export * from './entity.ts';
export * from './facts.ts';
export type {} from './limits.ts';
export { deliveryView } from './views.ts';
export * as inbound from './inbound.ts';
export * as delivery from './rules.ts';
export type {} from './errors.ts';
export type { DeliveryView } from './views.ts';
