export * from './entity.ts';
export * from './facts.ts';
export { maxOpenProposals, maxOpenProposalsPerSpace } from './limits.ts';
export * as proposal from './rules.ts';
export type {} from './errors.ts';
