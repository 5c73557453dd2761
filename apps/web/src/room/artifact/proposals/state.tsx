import type { Proposal } from '@parley/sdk';

const inWords: Record<Proposal['state'], string> = {
  open: 'open',
  accepted: 'accepted',
  accepted_with_changes: 'accepted with changes',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
};

/** Whether accepting it keeps, or has kept, what was written since its base. */
export const isMerged = ({ state, version, baseVersion, applies }: Proposal['view']): boolean =>
  state === 'open' ? applies === 'merged' : version !== undefined && version > baseVersion + 1;

/** What became of a proposal, and how an open one fits what was written since. */
export function ProposalState({ view }: { view: Proposal['view'] }) {
  const { state, version, applies } = view;
  return (
    <>
      <span class={state === 'open' ? 'tag attention' : 'tag'}>
        {inWords[state]}
        {version !== undefined && ` as version ${version}`}
      </span>
      {isMerged(view) && <span class="tag accent">merged</span>}
      {state === 'open' && applies === 'conflict' && <span class="tag bad">conflicts</span>}
    </>
  );
}
