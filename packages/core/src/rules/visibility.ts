import type { Fact, FactName, Facts } from '../facts.ts';
import type { Participant, SpaceState } from '../state.ts';
import type { Caller } from './access.ts';

/** Who reads: as much of a participant as decides what it may see. */
export type Viewer = Pick<Participant, 'participantId' | 'isOwner'>;

type Audience = 'everyone' | ((viewer: Viewer) => boolean);

const ownerOnly: Audience = ({ isOwner }) => isOwner;
const allButOwner: Audience = ({ isOwner }) => !isOwner;

/** Who may see the facts of each kind: a new kind does not compile before it says so. */
const audiences: { readonly [Name in FactName]: 'everyone' | ((body: Facts[Name]) => Audience) } = {
  message: 'everyone',
  // Before the first use of its key only the owner is told of a newcomer; the first use is news to all others.
  'participant-status': ({ revealed, isFirstUse }) => {
    if (isFirstUse) return allButOwner;
    return revealed ? 'everyone' : ownerOnly;
  },
  artifact: 'everyone',
  'space-closed': 'everyone',
};

function audienceOf({ event, body }: Fact): Audience {
  const audience = audiences[event] as 'everyone' | ((body: unknown) => Audience);
  return audience === 'everyone' ? audience : audience(body);
}

/** Whether everyone in the space may see all facts of a kind, whatever they hold. */
export const isAlwaysPublic = (event: FactName): boolean => audiences[event] === 'everyone';

/** Whether everyone in the space may see a fact: then no viewer has to be checked. */
export const isPublic = (fact: Fact): boolean => audienceOf(fact) === 'everyone';

/** Whether a participant may see a fact. Polls, streams and every other way to read obey this. */
export function visibleTo(fact: Fact, viewer: Viewer): boolean {
  const audience = audienceOf(fact);
  return audience === 'everyone' || audience(viewer);
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
