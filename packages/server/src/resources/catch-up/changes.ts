import { displayName, visibilityOf, visibleIn, type catchUp, type Facts, type Participant, type SpaceState } from '@parley/core';
import type { LoggedEvent } from '../../engine/stream/logged.ts';

type Changes = Pick<catchUp.Material, 'decided' | 'artifacts' | 'people'>;
type ArtifactChange = catchUp.ArtifactChange;
type PersonChange = catchUp.PersonChange;

const mostAuthors = 5;

/** What events say of proposals, artifacts and participants: what has become of each, the latest first. */
export function changesIn(events: readonly LoggedEvent[], state: SpaceState, viewer: Participant): Changes {
  const names = new Map(
    visibleIn(state, visibilityOf(viewer)).participants.map((each) => [each.participantId, displayName(state, each)]),
  );
  const nameOf = (id: string) => names.get(id) ?? id;
  const decided: Changes['decided'][number][] = [];
  const artifacts = new Map<string, ArtifactChange>();
  const people = new Map<string, PersonChange>();
  for (const { event, sequence, body } of events) {
    if (event === 'proposal') {
      const end = decidedIn(JSON.parse(body) as Facts['proposal'], sequence);
      if (end) decided.push(end);
    }
    if (event === 'artifact') {
      const fact = JSON.parse(body) as Facts['artifact'];
      if (isOfText(fact)) artifacts.set(fact.artifactId, changed(artifacts.get(fact.artifactId), fact, sequence, nameOf));
    }
    if (event === 'participant-status') {
      const fact = JSON.parse(body) as Facts['participant-status'];
      if (fact.participantId !== viewer.participantId)
        people.set(fact.participantId, moved(people.get(fact.participantId), fact, sequence));
    }
  }
  const latestFirst = <Change extends { last: number }>(all: Map<string, Change>) =>
    [...all.values()].toSorted((a, b) => b.last - a.last);
  return { decided: decided.toReversed(), artifacts: latestFirst(artifacts), people: latestFirst(people) };
}

function decidedIn(fact: Facts['proposal'], sequence: number): Changes['decided'][number] | undefined {
  const { proposalId, artifactId, artifactName, state, authorId, actorId, version } = fact;
  if (state === 'open') return undefined;
  return { sequence, proposalId, artifactId, artifactName, state, authorId, actorId, ...(version !== undefined && { version }) };
}

/** Locks come and go; those of the reader are shown as they are. */
const isOfText = ({ action }: Facts['artifact']): boolean => !['locked', 'unlocked', 'lock-expired'].includes(action);

function changed(
  before: ArtifactChange | undefined,
  { action, artifactId: id, name, version: to, authorId }: Facts['artifact'],
  sequence: number,
  nameOf: (id: string) => string,
): ArtifactChange {
  const from = before ? before.shown.from : versionBefore(action, to, authorId !== undefined);
  const authors = before?.shown.authors.filter(({ participantId }) => participantId !== authorId) ?? [];
  const isDeleted = action === 'deleted' || (action !== 'undeleted' && before?.shown.deleted === true);
  return {
    shown: {
      id,
      name,
      ...(from !== undefined && { from }),
      to,
      ...(isDeleted && { deleted: true as const }),
      authors:
        authorId === undefined
          ? authors
          : [{ participantId: authorId, name: nameOf(authorId) }, ...authors].slice(0, mostAuthors),
    },
    first: before?.first ?? sequence,
    last: sequence,
  };
}

function versionBefore(action: Facts['artifact']['action'], version: number, isWritten: boolean): number | undefined {
  if (action === 'created') return undefined;
  return isWritten ? version - 1 : version;
}

function moved(before: PersonChange | undefined, fact: Facts['participant-status'], sequence: number): PersonChange {
  const { participantId } = fact;
  const list = listOf(fact);
  // Who has just joined is no news as somebody who can speak again.
  const isNew = before?.list === 'joined' || before?.list === 'waiting';
  return {
    participantId,
    name: fact.displayName ?? fact.name,
    list: list === 'unmuted' && isNew ? 'joined' : list,
    first: before?.first ?? sequence,
    last: sequence,
  };
}

function listOf({ status, previousStatus }: Facts['participant-status']): catchUp.PersonList {
  switch (status) {
    case 'waitingForApproval':
      return 'waiting';
    case 'muted':
      return 'muted';
    case 'left':
    case 'kicked':
      return 'left';
    case 'active':
      return previousStatus === 'muted' ? 'unmuted' : 'joined';
  }
}
