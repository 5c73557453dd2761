import type { ParticipantView } from '@parley/sdk';

/** Of the list of those who can be meant, and of one of them. */
export const listId = 'mentions';
export const optionOf = (participantId: string): string => `mention-${participantId}`;

const mostCandidates = 6;
const mostCharacters = 80;

/** What is typed after an `@`. */
export interface Mention {
  start: number;
  query: string;
}

/** The mention that the caret is in. A name can contain spaces, so where it ends depends on who is there. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const typed = text.slice(Math.max(0, caret - mostCharacters), caret);
  const [, query] = /(?:^|[\s(])@([^@\n]*)$/.exec(typed) ?? [];
  return query === undefined ? undefined : { start: caret - query.length - 1, query };
}

type MentionedPerson = Pick<ParticipantView, 'participantId' | 'name' | 'status'>;

/** Who can be meant: those whose name starts so first, then those who have a word that does. */
export function candidates<Someone extends MentionedPerson>(
  { query }: Mention,
  people: readonly Someone[],
  me: string,
): Someone[] {
  const wanted = query.toLocaleLowerCase();
  const ranked = people
    .filter(({ participantId, status }) => participantId !== me && (status === 'active' || status === 'muted'))
    .map((person) => ({ person, rank: rankOf(person.name.toLocaleLowerCase(), wanted) }))
    .filter(({ rank }) => rank < 2);
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostCandidates)
    .map(({ person }) => person);
}

const rankOf = (name: string, wanted: string): number => {
  if (name.startsWith(wanted)) return 0;
  return name.split(/[\s._-]+/).some((word) => word.startsWith(wanted)) ? 1 : 2;
};

/** The text with the name in it, and where the caret is then. */
export function complete(text: string, { start, query }: Mention, name: string): { text: string; caret: number } {
  const [head, tail] = [text.slice(0, start), text.slice(start + 1 + query.length)];
  const written = `@${name}${/^[\s.,;:!?)]/.test(tail) ? '' : ' '}`;
  return { text: head + written + tail, caret: head.length + written.length + (tail.startsWith(' ') ? 1 : 0) };
}
