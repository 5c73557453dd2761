export * from './entity.ts';
export * from './facts.ts';
export * from './limits.ts';
export * as decision from './rules.ts';
export { tallyOf, type OptionCount } from './tally.ts';
export { type DecisionView } from './views.ts';
export type {} from './errors.ts';
