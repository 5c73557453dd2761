import {
  displayName,
  visibilityOf,
  visibleIn,
  type catchUp,
  type FactName,
  type Facts,
  type Participant,
  type SpaceState,
} from '@parley/core';
import type { Environment } from '../../engine/environment.ts';
import type { LoggedEvent } from '../../engine/stream/logged.ts';
import { changed, isOfText } from '../artifacts/caught.ts';
import { moved } from '../participants/caught.ts';

type Changes = Pick<catchUp.Material, 'decided' | 'artifacts' | 'people'>;
type Decided = Changes['decided'][number];
type ArtifactChange = catchUp.ArtifactChange;
type PersonChange = catchUp.PersonChange;

/** What events say of artifacts, participants and what has ended: what has become of each, the latest first. */
export function changesIn(
  events: readonly LoggedEvent[],
  { state, viewer, env }: { state: SpaceState; viewer: Participant; env: Pick<Environment, 'decided'> },
): Changes {
  const ends = env.decided as Partial<Record<FactName, (fact: object, sequence: number) => Decided | undefined>>;
  const names = new Map(
    visibleIn(state, visibilityOf(viewer)).participants.map((each) => [each.participantId, displayName(state, each)]),
  );
  const nameOf = (id: string) => names.get(id) ?? id;
  const decided: Decided[] = [];
  const artifacts = new Map<string, ArtifactChange>();
  const people = new Map<string, PersonChange>();
  for (const { event, sequence, body } of events) {
    const end = ends[event]?.(JSON.parse(body) as object, sequence);
    if (end) decided.push(end);
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
