export * as correction from './correction.ts';
export * from './entity.ts';
export * from './facts.ts';
export { maxAddressees, maxAttachments } from './limits.ts';
export type { MessageReferences } from './references.ts';
export { messageView } from './views.ts';
export * as message from './rules.ts';
export type { DeliveryReceipt, MessageView } from './views.ts';
export type {} from './errors.ts';
