import { isLive, type Participant, type SpaceState } from '@parley/core';
import unhomoglyph from 'unhomoglyph';

type Participants = SpaceState['participants'];

const folded = (text: string): string => text.toUpperCase().toLowerCase();

/** The skeleton of Unicode TS 39: names that look alike have the same one. */
const skeleton = (name: string): string =>
  unhomoglyph(name.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')).normalize('NFD');

/** What a name can be taken for, whatever its case. A capital I looks like a small L, so letters are compared before and after folding. */
const looksOf = (name: string): readonly string[] => [folded(skeleton(name)), skeleton(folded(name))];

const looks = new WeakMap<Participant, readonly string[]>();

/** Of a participant, who keeps its name. */
function looksLike(participant: Participant): readonly string[] {
  let found = looks.get(participant);
  if (!found) looks.set(participant, (found = looksOf(participant.name)));
  return found;
}

/** Those in the space, in order of joining; those whom only the owner knows of are last, so that they change no other's name. */
const present = (participants: Participants): Participant[] =>
  [...participants.values()]
    .filter(isLive)
    .toSorted((a, b) => Number(b.revealed) - Number(a.revealed) || a.position - b.position);

interface NamedParticipant {
  names: ReadonlyMap<string, string>;
  /** The first who is in the space, not only asks to be, by what the name looks like. */
  firsts: ReadonlyMap<string, string>;
}

const known = new WeakMap<Participants, NamedParticipant>();

function toldApart(participants: Participants): NamedParticipant {
  let told = known.get(participants);
  if (!told) {
    const all = present(participants);
    const inside = all.filter(({ status }) => status !== 'waitingForApproval').toReversed();
    const firsts = new Map(inside.flatMap((each) => looksLike(each).map((look) => [look, each.participantId])));
    known.set(participants, (told = { names: numbered(all), firsts }));
  }
  return told;
}

/** The names of those in the space by which they can be told apart: a number follows where an earlier name is equal or looks alike. */
export const displayNames = (participants: Participants): ReadonlyMap<string, string> => toldApart(participants).names;

function numbered(present: readonly Participant[]): ReadonlyMap<string, string> {
  /** The last number that was given to a look. */
  const taken = new Map<string, number>();
  const names = new Map<string, string>();
  for (const participant of present) {
    const { participantId, name } = participant;
    const own = looksLike(participant);
    let number = Math.max(...own.map((look) => taken.get(look) ?? 0)) + 1;
    const isTaken = (shown: string) => looksOf(shown).some((look) => taken.has(look));
    while (number > 1 && isTaken(`${name} (${number})`)) number += 1;
    const shown = number === 1 ? name : `${name} (${number})`;
    for (const look of own) taken.set(look, number);
    if (number > 1) for (const look of looksOf(shown)) taken.set(look, 1);
    names.set(participantId, shown);
  }
  return names;
}

/** The name of a participant, told apart from those in the space. */
export const displayName = (participants: Participants, { participantId, name }: Participant): string =>
  displayNames(participants).get(participantId) ?? name;

/** A participant under its display name, for what others read. */
export const asShown = (participants: Participants, participant: Participant): Participant => ({
  ...participant,
  name: displayName(participants, participant),
});

/** Somebody in the space whose name a newcomer's can be taken for: who joined first. */
export function resembled(participants: Participants, newcomer: Participant): string | undefined {
  const { firsts } = toldApart(participants);
  return looksLike(newcomer)
    .map((look) => firsts.get(look))
    .find((id) => id !== undefined);
}
