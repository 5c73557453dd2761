import type { Proposal } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Since } from '../conflict.tsx';
import { Counts } from '../counts.tsx';
import { Choice } from './choice.tsx';
import { withChoice, type Choices } from './choices.ts';
import { Decide, mayDecide } from './decide.tsx';
import { Difference } from '../difference.tsx';
import type { Opened } from '../opened.ts';
import { isMerged, ProposalState } from './state.tsx';
import { ProposedChange } from './change.tsx';
import { titleOf } from './title.ts';
import { ShownLink } from '../../shown-link.tsx';
import { When } from '../../when.tsx';
import { hashOf } from '../address.ts';

/** One proposal, change by change. */
export function ProposalReview({ opened, proposalId }: { opened: Opened; proposalId: string }) {
  const [proposal, hold] = useState<Proposal>();
  const [choices, choose] = useState<Choices>(new Map());
  const [refusal, refuse] = useState('');
  const { artifactId, room } = opened;
  const present = opened.view.value!.version;
  const load = () => opened.artifact.value!.proposal(proposalId).then(hold, (error: Error) => refuse(error.message));
  useEffect(() => void load(), [opened.proposalsChanged.value, present]);
  // Another version or revision has other changes.
  useEffect(() => choose(new Map()), [proposal?.view.revision, proposal?.view.diff?.from]);
  if (!proposal) return <p role={refusal ? 'alert' : 'status'}>{refusal || 'Loading…'}</p>;
  const { view } = proposal;
  const {
    state,
    authorId,
    authorName,
    baseVersion,
    revision,
    createdAt,
    note,
    applies,
    diff,
    endedBy,
    endedAt,
    endNote,
    version,
  } = view;
  const isOpen = state === 'open';
  const count = diff?.hunks.length ?? 0;
  const canChoose = isOpen && count > 1 && applies !== 'conflict' && !diff?.truncated && mayDecide(opened);
  const toolsOf = (position: number) => (
    <Choice
      position={position}
      isAccepted={choices.get(position)}
      onChoose={(isAccepted) => choose((before) => withChoice(before, position, isAccepted))}
    />
  );
  return (
    <>
      <div class="about-proposal">
        <h3>
          <bdi>{titleOf(view)}</bdi> {diff && <Counts diff={diff} />} <ProposalState view={view} />
        </h3>
        <small>
          Proposal by <bdi>{authorId === room.me ? 'you' : authorName}</bdi>, <When at={createdAt} />, based on version{' '}
          {baseVersion}
          {revision > 1 && `, revision ${revision}`}
        </small>
        {note && (
          <p class="note-text">
            <bdi>{note}</bdi>
          </p>
        )}
        {endedAt && (
          <p>
            Ended by <bdi>{endedBy === room.me ? 'you' : room.nameOf(endedBy ?? '')}</bdi>, <When at={endedAt} />
            {endNote && (
              <>
                : <bdi>{endNote}</bdi>
              </>
            )}
            {isMerged(view) && `. It was merged with what had changed since version ${baseVersion}.`}{' '}
            {version !== undefined && (
              <ShownLink to={hashOf({ view: 'version', artifactId, about: String(version) })}>
                Look at version {version}
              </ShownLink>
            )}
          </p>
        )}
      </div>
      {isOpen && applies === 'conflict' && (
        <div class="notice bad">
          <p>
            <strong>It conflicts with what was written since.</strong> It is based on version {baseVersion}, and changes lines
            that version {present} has changed too. Accept it with changes, or reject it; its author can change it too.
          </p>
          <Since opened={opened} version={baseVersion} />
        </div>
      )}
      {isOpen && applies === 'merged' && (
        <p>It is based on version {baseVersion}, and merged with what has changed since: accepting it keeps both.</p>
      )}
      {isOpen && applies === 'clean' && (
        <p>
          It applies to the present version {present}
          {baseVersion < present && `, although it is based on version ${baseVersion}`}.
        </p>
      )}
      {diff ? (
        <Difference diff={diff} isCounted={false} {...(canChoose && { toolsOf, isLeftOut: (i) => choices.get(i) === false })} />
      ) : (
        <ProposedChange proposal={view} />
      )}
      {isOpen && <Decide opened={opened} proposal={proposal} choices={choices} choose={choose} onChanged={load} />}
    </>
  );
}
