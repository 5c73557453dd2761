import type { Proposal } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import type { Opened } from '../opened.ts';
import { ProposalRow } from './row.tsx';
import { ShownLink } from '../../shown-link.tsx';
import { hashOf } from '../address.ts';

const pageSize = 30;

/** All proposals, the open ones first. */
export function Proposals({ opened }: { opened: Opened }) {
  const { artifactId, room } = opened;
  const [proposals, hold] = useState<readonly Proposal[]>();
  const [hasMore, expectMore] = useState(false);
  const [refusal, refuse] = useState('');
  const load = (before?: number) =>
    opened.artifact.value!.proposals({ state: 'all', before, limit: pageSize }).then(
      (page) => {
        hold((known = []) => (before === undefined ? page : [...known, ...page]));
        expectMore(page.length === pageSize);
      },
      (error: Error) => refuse(error.message),
    );
  useEffect(() => void load(), [opened.proposalsChanged.value]);
  const open = proposals?.filter(({ state }) => state === 'open') ?? [];
  const ended = proposals?.filter(({ state }) => state !== 'open') ?? [];
  const list = (title: string, some: readonly Proposal[]) =>
    some.length > 0 && (
      <section>
        <h3>{title}</h3>
        <ol class="proposals">
          {some.map((proposal) => (
            <ProposalRow key={proposal.id} proposal={proposal} artifactId={artifactId} me={room.me} />
          ))}
        </ol>
      </section>
    );
  return (
    <>
      <p class="said-no" role="alert">
        {refusal}
      </p>
      {!proposals && !refusal && <p role="status">Loading…</p>}
      {proposals?.length === 0 && <p class="empty">Nobody has proposed a change of this artifact yet.</p>}
      {list('Open', open)}
      {list('Ended', ended)}
      {hasMore && (
        <div class="actions">
          <button type="button" class="quiet" onClick={() => load(proposals?.at(-1)?.view.sequence)}>
            Older proposals
          </button>
        </div>
      )}
      {!room.isMuted.value && (
        <p>
          <ShownLink to={hashOf({ view: 'propose', artifactId })} class="button quiet">
            Propose a change
          </ShownLink>
        </p>
      )}
    </>
  );
}
