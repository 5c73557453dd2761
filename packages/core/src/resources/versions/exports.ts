export * from './entity.ts';
export * as version from './rules.ts';
export type {} from './errors.ts';
export { defaultRetention, type Retention } from './limits.ts';
