/** Something that a command can name, by number or by name. */
export interface Named {
  id: string;
  number: number;
  name: string;
}

/**
 * Finds what was typed among the candidates. A number is never a name, so a participant called `3` cannot be mistaken for number 3.
 * @throws {Error} with a message for the user, if none or several match.
 */
export function theOne(candidates: readonly Named[], typed: string, what: string): Named {
  if (!typed) throw new Error(`Which ${what}? Use the name or the number.`);
  const [, number] = /^#?(\d+)$/.exec(typed) ?? [];
  const isExact = ({ name }: Named) => fold(name) === fold(typed);
  const exact = number ? candidates.filter((each) => each.number === Number(number)) : candidates.filter(isExact);
  const fitting = exact.length || number ? exact : candidates.filter(({ name }) => fold(name).startsWith(fold(typed)));
  const [found, other] = fitting;
  if (!found) throw new Error(`There is no ${what} “${typed}” that this command applies to.`);
  if (other) throw new Error(`“${typed}” is ambiguous; use the number: ${fitting.map(label).join(', ')}.`);
  return found;
}

/**
 * Splits what was typed into the name of a candidate and a text. Names can contain spaces, so the longest one that fits is meant.
 * @throws {Error} with a message for the user, if no candidate, several or no text was given.
 */
export function nameAndText(candidates: readonly Named[], typed: string, what: string): { chosen: Named; text: string } {
  const words = typed.replace(/^@/, '');
  const ends = [...words.matchAll(/\s+/g)].map(({ index }) => index).filter((index) => index <= longestName);
  const fits = (end: number) => candidates.some(({ name }) => fold(name) === fold(words.slice(0, end)));
  const end = ends.findLast(fits) ?? (fits(words.length) ? words.length : ends[0]) ?? words.length;
  const chosen = theOne(candidates, words.slice(0, end), what);
  const text = words.slice(end).trim();
  if (!text) throw new Error(`There is no text for ${chosen.name}.`);
  return { chosen, text };
}

const longestName = 200;

export const fold = (text: string): string => text.normalize().toLowerCase();
const label = ({ name, number }: Named): string => `${number} (${name})`;
