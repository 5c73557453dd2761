import type { Fact, FactName } from '../kernel/facts.ts';
import type { Audience, FactKind, Viewer } from '../kernel/resource.ts';
import { part } from './index.ts';
import type { SpaceState } from '../kernel/state.ts';
import type { Caller } from './access.ts';

const kinds: Readonly<Record<FactName, FactKind<never>>> = part('facts');

function audienceOf({ event, body }: Fact): Audience {
  const audience = kinds[event].audience as FactKind<unknown>['audience'];
  return audience === 'everyone' ? audience : audience(body);
}

/** Whether everyone in the space can see all facts of a kind. */
export const isAlwaysPublic = (event: FactName): boolean => kinds[event].audience === 'everyone';

/** Whether everyone in the space can see a fact: then there is no need to check each viewer. */
export const isPublic = (fact: Fact): boolean => audienceOf(fact) === 'everyone';

/** Whether a participant can see a fact. Applies to polls, streams and all other reads. */
export function visibleTo(fact: Fact, viewer: Viewer): boolean {
  const audience = audienceOf(fact);
  return audience === 'everyone' || audience(viewer);
}

/** How much of the current state a caller sees; callers with the same visibility see the same. */
export type Visibility = 'all' | 'revealed' | 'nobody';

export const visibilityOf = ({ isOwner }: Viewer): Visibility => (isOwner ? 'all' : 'revealed');

/** A private space shows neither participants nor artifacts to callers who have not joined. */
export const visibilityOfCaller = ({ space }: SpaceState, caller: Caller): Visibility => {
  if (caller.kind === 'participant') return visibilityOf(caller.participant);
  return space.privacy === 'private' ? 'nobody' : 'revealed';
};

/** The participants and artifacts that a caller with this visibility sees. */
export function visibleIn({ participants, artifacts }: SpaceState, visibility: Visibility) {
  if (visibility === 'nobody') return { participants: [], artifacts: [] };
  return {
    participants: [...participants.values()].filter(({ revealed }) => revealed || visibility === 'all'),
    artifacts: [...artifacts.values()],
  };
}
