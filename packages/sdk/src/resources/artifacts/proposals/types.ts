/** A proposal without its text, as the service sends it; here a `Proposal` is an object with methods. */
export type { Proposal as ProposalView } from '../../../generated/types.ts';
