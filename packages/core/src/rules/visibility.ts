import type { Fact, FactName, Facts } from '../facts.ts';
import type { Participant, SpaceState } from '../state.ts';
import type { Caller } from './access.ts';

/** A reader: the fields of a participant that decide what it can see. */
export type Viewer = Pick<Participant, 'participantId' | 'isOwner'>;

type Audience = 'everyone' | ((viewer: Viewer) => boolean);

const ownerOnly: Audience = ({ isOwner }) => isOwner;
const allButOwner: Audience = ({ isOwner }) => !isOwner;

/** Who can see the facts of each kind. A new kind does not compile without an entry. */
const audiences: { readonly [Name in FactName]: 'everyone' | ((body: Facts[Name]) => Audience) } = {
  message: 'everyone',
  // Until a participant first uses its key, only the owner knows of it; the first use reveals it to all others.
  'participant-status': ({ revealed, isFirstUse }) => {
    if (isFirstUse) return allButOwner;
    return revealed ? 'everyone' : ownerOnly;
  },
  delivery:
    ({ senderId, participantId: addresseeId }) =>
    ({ participantId, isOwner }) =>
      isOwner || participantId === senderId || participantId === addresseeId,
  artifact: 'everyone',
  budget: 'everyone',
  'space-closed': 'everyone',
};

function audienceOf({ event, body }: Fact): Audience {
  const audience = audiences[event] as 'everyone' | ((body: unknown) => Audience);
  return audience === 'everyone' ? audience : audience(body);
}

/** Whether everyone in the space can see all facts of a kind. */
export const isAlwaysPublic = (event: FactName): boolean => audiences[event] === 'everyone';

/** Whether everyone in the space can see a fact: then there is no need to check each viewer. */
export const isPublic = (fact: Fact): boolean => audienceOf(fact) === 'everyone';

/** Whether a participant can see a fact. Applies to polls, streams and all other reads. */
export function visibleTo(fact: Fact, viewer: Viewer): boolean {
  const audience = audienceOf(fact);
  return audience === 'everyone' || audience(viewer);
}

/** How much of the current state a caller sees; callers with the same sight see the same. */
export type Sight = 'all' | 'revealed' | 'nobody';

export const sightOf = ({ isOwner }: Viewer): Sight => (isOwner ? 'all' : 'revealed');

/** A private space shows neither participants nor artifacts to callers who have not joined. */
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
