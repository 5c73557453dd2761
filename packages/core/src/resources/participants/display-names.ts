import unhomoglyph from 'unhomoglyph';
import type { SpaceState } from '../../kernel/state.ts';
import { isLive, type Participant } from './entity.ts';

type Named = Pick<SpaceState, 'participants'>;

type Participants = Named['participants'];

const folded = (text: string): string => text.toUpperCase().toLowerCase();

/** The skeleton of Unicode TS 39: names that look alike have the same one. */
const skeleton = (name: string): string =>
  unhomoglyph(name.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')).normalize('NFD');

/** What a name can be taken for, whatever its case. A capital I looks like a small L, so letters are compared before and after folding. */
const looksOf = (name: string): readonly string[] => [folded(skeleton(name)), skeleton(folded(name))];

interface Looks {
  readonly of: string;
  readonly looks: readonly string[];
}

/** Participants keep their names, and mostly their numbers, and comparing letters is expensive. */
const [ofNames, ofShown] = [new WeakMap<Participant, Looks>(), new WeakMap<Participant, Looks>()];

function remembered(known: WeakMap<Participant, Looks>, participant: Participant, name: string): readonly string[] {
  let found = known.get(participant);
  if (found?.of !== name) known.set(participant, (found = { of: name, looks: looksOf(name) }));
  return found.looks;
}

const looksLike = (participant: Participant): readonly string[] => remembered(ofNames, participant, participant.name);

/** Those in the space, in order of joining; those whom only the owner knows of are last, so that they change no other's name. */
const present = (participants: Participants): Participant[] =>
  [...participants.values()]
    .filter(isLive)
    .toSorted((a, b) => Number(b.revealed) - Number(a.revealed) || a.position - b.position);

interface Numbering {
  of: readonly Participant[];
  readonly names: Map<string, string>;
  /** The last number that was given to a look. */
  readonly taken: Map<string, number>;
}

/** By participants, and the last one by who is first: mostly somebody has joined since, and all others keep their names. */
const [known, last] = [new WeakMap<Participants, Numbering>(), new WeakMap<Participant, Numbering>()];

/** The names of those in the space by which they can be told apart: a number follows where an earlier name is equal or looks alike. */
export function displayNames(participants: Participants): ReadonlyMap<string, string> {
  let numbering = known.get(participants);
  if (!numbering) known.set(participants, (numbering = numbered(present(participants))));
  return numbering.names;
}

function numbered(all: readonly Participant[]): Numbering {
  const [first] = all;
  const before = first && last.get(first);
  const numbering = before && startsWith(all, before.of) ? before : { of: [], names: new Map(), taken: new Map() };
  for (const participant of all.slice(numbering.of.length)) assignName(participant, numbering);
  numbering.of = all;
  if (first) last.set(first, numbering);
  return numbering;
}

const startsWith = (all: readonly Participant[], first: readonly Participant[]): boolean =>
  first.length <= all.length &&
  first.every(({ participantId, name }, i) => participantId === all[i]!.participantId && name === all[i]!.name);

function assignName(participant: Participant, { names, taken }: Numbering): void {
  const { participantId, name } = participant;
  const own = looksLike(participant);
  let number = Math.max(...own.map((look) => taken.get(look) ?? 0)) + 1;
  const looksAs = (shown: string) => remembered(ofShown, participant, shown);
  const isTaken = (shown: string) => looksAs(shown).some((look) => taken.has(look));
  while (number > 1 && isTaken(`${name} (${number})`)) number += 1;
  const shown = number === 1 ? name : `${name} (${number})`;
  for (const look of own) taken.set(look, number);
  if (number > 1) for (const look of looksAs(shown)) taken.set(look, 1);
  names.set(participantId, shown);
}

/** The name of a participant, told apart from those in the space: whatever is stored or said of somebody has this name. */
export const displayName = (
  { participants }: Named,
  { participantId, name }: Pick<Participant, 'participantId' | 'name'>,
): string => displayNames(participants).get(participantId) ?? name;

/** The display name of who has this id; undefined if the space has forgotten it. */
export function displayNameOf(state: Named, participantId: string): string | undefined {
  const participant = state.participants.get(participantId);
  return participant && displayName(state, participant);
}

/** The display name that a participant has once it is changed. Who is gone keeps the last one. */
export function displayNameAfter({ participants }: Named, changed: Participant): string {
  const after = isLive(changed) ? new Map(participants).set(changed.participantId, changed) : participants;
  return displayName({ participants: after }, changed);
}

const knownFirsts = new WeakMap<Participants, ReadonlyMap<string, string>>();

/** The first who is in the space, not only asks to be, by what the name looks like. */
function firstsIn(participants: Participants): ReadonlyMap<string, string> {
  let firsts = knownFirsts.get(participants);
  if (!firsts) {
    const inside = present(participants).filter(({ status }) => status !== 'waitingForApproval');
    const looks = inside.toReversed().flatMap((each) => looksLike(each).map((look) => [look, each.participantId] as const));
    knownFirsts.set(participants, (firsts = new Map(looks)));
  }
  return firsts;
}

/** Somebody in the space whose name a newcomer's can be taken for: who joined first. */
export function resembled({ participants }: Named, newcomer: Participant): string | undefined {
  const firsts = firstsIn(participants);
  return looksLike(newcomer)
    .map((look) => firsts.get(look))
    .find((id) => id !== undefined);
}
