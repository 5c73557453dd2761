export { ProposalEndedError, ProposalStaleError } from './errors.ts';
export type * from './options.ts';
export type { AcceptOptions } from './proposal.ts';
export type * from './types.ts';
