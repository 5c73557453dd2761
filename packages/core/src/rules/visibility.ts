import type { Fact } from '../facts.ts';
import type { Participant, SpaceState } from '../state.ts';
import type { Caller } from './access.ts';

/** Who reads: as much of a participant as decides what it may see. */
export type Viewer = Pick<Participant, 'participantId' | 'isOwner'>;

/** Whether everyone in the space may see a fact: then no viewer has to be checked. */
export const isPublic = (fact: Fact): boolean =>
  fact.event !== 'participant-status' || (fact.body.revealed && !fact.body.isFirstUse);

/** Whether a participant may see a fact. Polls, streams and every other way to read obey this. */
export function visibleTo(fact: Fact, viewer: Viewer): boolean {
  if (fact.event !== 'participant-status' || isPublic(fact)) return true;
  // Before the first use of its key only the owner is told of a newcomer; the first use is news to all others.
  return viewer.isOwner === !fact.body.isFirstUse;
}

/** How much of the present state a caller sees; callers with the same sight see the same. */
export type Sight = 'all' | 'revealed' | 'nobody';

export const sightOf = ({ isOwner }: Viewer): Sight => (isOwner ? 'all' : 'revealed');

/** Before they join, a private space shows callers neither participants nor artifacts. */
export const sightOfCaller = ({ space }: SpaceState, caller: Caller): Sight => {
  if (caller.kind === 'participant') return sightOf(caller.participant);
  return space.privacy === 'private' ? 'nobody' : 'revealed';
};

/** The participants and artifacts that a caller with this sight sees. */
export function visibleIn({ participants, artifacts }: SpaceState, sight: Sight) {
  if (sight === 'nobody') return { participants: [], artifacts: [] };
  return {
    participants: [...participants.values()].filter(({ revealed }) => revealed || sight === 'all'),
    artifacts: [...artifacts.values()],
  };
}
