export { userCodeLength } from './limits.ts';
export * as link from './rules.ts';
export type {} from './errors.ts';
