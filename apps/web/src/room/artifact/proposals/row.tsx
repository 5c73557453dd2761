import type { Proposal } from '@parley/sdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ShownLink } from '../../shown-link.tsx';
import { When } from '../../when.tsx';
import { hashOf } from '../address.ts';
import { Counts } from '../counts.tsx';
import { ProposalState } from './state.tsx';
import { onceSeen } from '../once-seen.ts';
import { titleOf } from './title.ts';

/** A proposal in the list. What it changes is read once it is seen, because lists have no texts. */
export function ProposalRow({ proposal, artifactId, me }: { proposal: Proposal; artifactId: string; me: string }) {
  const [, showRead] = useState<object>();
  const place = useRef<HTMLLIElement>(null);
  // Without it, the row has its note or its kind as title.
  useEffect(() => onceSeen(place.current!, () => void proposal.read().then(showRead, () => {})), [proposal]);
  const { view } = proposal;
  const { authorId, authorName, createdAt, note, diff } = view;
  const title = titleOf(view);
  return (
    <li ref={place}>
      <ShownLink to={hashOf({ view: 'proposal', artifactId, about: proposal.id })}>
        <bdi>{title}</bdi>
      </ShownLink>{' '}
      {diff && <Counts diff={diff} />} <ProposalState view={view} />
      <p>
        <small>
          <bdi>{authorName}</bdi>
          {authorId === me && ' (you)'}, <When at={createdAt} />
        </small>
      </p>
      {note && note !== title && (
        <p class="note-text">
          <bdi>{note}</bdi>
        </p>
      )}
    </li>
  );
}
