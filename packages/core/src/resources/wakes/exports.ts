export * from './entity.ts';
export { maxWakeUrlCharacters, maxWakeCredentialCharacters } from './limits.ts';
export type { Signal, SignalBody } from './rules.ts';
export * as wake from './rules.ts';
export * as webhook from './webhook.ts';
export type {} from './errors.ts';
