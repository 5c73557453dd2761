import type { Proposal } from '@parley/sdk';

const inWords: Record<Proposal['state'], string> = {
  open: 'open',
  accepted: 'accepted',
  accepted_with_changes: 'accepted with changes',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
};

/** What became of a proposal, and how an open one fits what was written since. */
export function ProposalState({ view: { state, version, applies } }: { view: Proposal['view'] }) {
  return (
    <>
      <span class={state === 'open' ? 'tag attention' : 'tag'}>
        {inWords[state]}
        {version !== undefined && ` as version ${version}`}
      </span>
      {state === 'open' && applies === 'merged' && <span class="tag accent">merged</span>}
      {state === 'open' && applies === 'conflict' && <span class="tag bad">conflicts</span>}
    </>
  );
}
