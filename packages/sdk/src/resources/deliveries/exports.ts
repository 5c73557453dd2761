export type { AskOptions } from './ask.ts';
export type { DeliveriesOptions } from './deliveries.ts';
export { NoReplyError } from './errors.ts';
