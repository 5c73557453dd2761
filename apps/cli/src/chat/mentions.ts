import { nameOf } from '../watch/wording.ts';
import type { Addressee } from './entry.ts';
import type { Model } from './model.ts';
import { fold, theOne, type NamedChoice } from './named.ts';

/** Everyone who can be meant by a message. */
export const addressable = ({ people, me }: Pick<Model, 'people' | 'me'>): NamedChoice[] =>
  people
    .map(({ participantId: id, status, name }, i) => ({ id, status, number: i + 1, name: nameOf({ name }) }))
    .filter(({ id, status }) => id !== me && (status === 'active' || status === 'muted'));

/** Whether a line directs its message: it begins with `@` and a word. */
export const isMention = (line: string): boolean => /^\s*@\S/.test(line);

/** The message without the `\` that keeps a leading `@` from directing it. */
export const unescaped = (line: string): string => line.replace(/^(\s*)\\@/, '$1@');

export interface Addressed {
  to: Addressee[];
  text: string;
}

/**
 * Splits `@Olga @Bob text` or `@Olga, @Bob: text` into the addressees and the text. The first name can stand without `@`.
 * @throws {Error} with a message for the user, if a name fits nobody, several or only the user.
 */
export function addressed(model: Pick<Model, 'people' | 'me'>, typed: string): Addressed {
  const candidates = addressable(model);
  const to = new Set<NamedChoice>();
  let rest = typed.trimStart();
  for (;;) {
    const { found, end } = nameAt(model, candidates, rest);
    to.add(found);
    const [gap = '', sign] = /^\s*([,:]?)\s*/.exec(rest.slice(end)) ?? [];
    rest = rest.slice(end + gap.length);
    if (sign === ':' || !isMention(rest)) break;
  }
  return { to: [...to].map(({ id, name }) => ({ id, name })), text: unescaped(rest).trim() };
}

/** The same for a message that is about to be sent. */
export function mentioned(model: Pick<Model, 'people' | 'me'>, typed: string): Addressed {
  const { to, text } = addressed(model, typed);
  if (!text) throw new Error(`There is no text for ${to.map(({ name }) => name).join(', ')}.`);
  return { to, text };
}

const longestName = 200;
const boundary = /\s|[,:](?=\s|@|$)|$/g;

/**
 * The name at the beginning of a text. Names can contain spaces, so several can fit. Then a colon or a comma has to end the one that is
 * meant: otherwise somebody could take a name such as “Olga can you” to get what is meant for Olga.
 */
function nameAt({ people, me }: Pick<Model, 'people' | 'me'>, candidates: readonly NamedChoice[], text: string) {
  const sign = text.startsWith('@') ? 1 : 0;
  const ends = [...text.slice(0, longestName).matchAll(boundary)].map(({ index }) => index).filter((end) => end > sign);
  const fitsFrom = (start: number) => (end: number) => candidates.some(({ name }) => fold(name) === fold(text.slice(start, end)));
  // `@Olga` means Olga first, and only then a participant whose name is “@Olga”.
  const start = ends.some(fitsFrom(sign)) || !ends.some(fitsFrom(0)) ? sign : 0;
  const between = (end: number) => text.slice(start, end);
  const fits = fitsFrom(start);
  const end = ends.findLast(fits) ?? ends[0] ?? text.length;
  const [shorter] = ends.filter((each) => each < end && fits(each));
  if (shorter !== undefined && !/[,:]/.test(text.charAt(end)))
    throw new Error(`“${between(shorter)}” and “${between(end)}” both fit: end the name with a colon.`);
  const self = people.find(({ participantId }) => participantId === me);
  if (self && !ends.some(fits) && fold(nameOf(self)) === fold(between(end)))
    throw new Error('You cannot direct a message to yourself.');
  return { found: theOne(candidates, between(end), 'participant', ' in this space'), end };
}
