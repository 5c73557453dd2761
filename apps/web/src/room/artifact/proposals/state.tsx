import type { ProposalState as State } from '@parley/sdk';

const inWords: Record<State, string> = {
  open: 'open',
  accepted: 'accepted',
  accepted_with_changes: 'accepted with changes',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
};

export function ProposalState({ state, version }: { state: State; version: number | undefined }) {
  return (
    <span class={state === 'open' ? 'tag attention' : 'tag'}>
      {inWords[state]}
      {version !== undefined && ` as version ${version}`}
    </span>
  );
}
