import { invalidField, ServiceError } from '../../kernel/errors.ts';
import { matching, type Handle } from '../../kernel/names.ts';
import type { SpaceState } from '../../kernel/state.ts';
import { displayName } from '../participants/display-names.ts';
import type { Participant } from '../participants/entity.ts';
import { isHere } from '../participants/rules.ts';
import type { Voter } from './entity.ts';
import { maxVoters } from './limits.ts';

/** Whom somebody asks: everyone, every verified human, the owner, or participants by id or name. */
export type VoterChoice = 'all' | 'humans' | 'owner' | readonly string[];

/** Those who are meant; nobody if the choice is wrong, which `electorate` refuses. */
export function meant(state: SpaceState, choice: VoterChoice): string[] {
  try {
    return chosenBy(state, choice).map(({ participantId }) => participantId);
  } catch {
    return [];
  }
}

/**
 * The voters, as they are now. Throws if there are none, or too many.
 * @param authorId - Who wrote the text that they approve, and so does not vote.
 */
export function electorate(state: SpaceState, choice: VoterChoice, authorId?: string): Voter[] {
  const voters = chosenBy(state, choice).filter(({ participantId }) => participantId !== authorId);
  if (voters.length === 0) throw new ServiceError('no_voters', nobody(choice, authorId !== undefined));
  if (voters.length > maxVoters)
    throw invalidField('voters', `must be at most ${maxVoters} participants, but ${voters.length} are meant`);
  return voters.map((participant) => ({
    participantId: participant.participantId,
    name: displayName(state, participant),
    speaker: participant.speaker,
  }));
}

function chosenBy(state: SpaceState, choice: VoterChoice): Participant[] {
  const here = [...state.participants.values()].filter(({ participantId }) => isHere(state, participantId));
  switch (choice) {
    case 'all':
      return here;
    case 'humans':
      // What the service has verified; `isHuman` is a claim.
      return here.filter(({ speaker }) => speaker === 'owner' || speaker === 'human');
    case 'owner':
      return here.filter(({ isOwner }) => isOwner);
    default: {
      const handles = new Map(here.map((each) => [each.participantId, { each, handle: handleOf(state, each) }]));
      const all = [...handles.values()];
      // An id, which most callers give, needs no search.
      const named = (text: string) => {
        const known = handles.get(text);
        return known ? [known] : matching(all, text, ({ handle }) => handle);
      };
      return [...new Set(choice.map((text, i) => theOnly(named(text), `voters.${i}`).each))];
    }
  }
}

const handleOf = (state: SpaceState, participant: Participant): Handle => ({
  id: participant.participantId,
  names: [displayName(state, participant)],
  isPerson: true,
});

function theOnly<Each>(found: readonly Each[], field: string): Each {
  if (found.length === 1) return found[0]!;
  throw invalidField(
    field,
    found.length === 0
      ? 'must be the id or the name of a participant who is in this space and has used their key'
      : 'is the name of several participants: give the id',
  );
}

function nobody(choice: VoterChoice, hasAuthor: boolean): string {
  const whom = choice === 'humans' ? 'No verified human is here who can vote' : 'Nobody can vote';
  return hasAuthor ? `${whom}: the author of the version does not vote on it` : whom;
}
