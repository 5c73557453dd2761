/** Something that a command names, by its number or by its name. */
export interface Named {
  id: string;
  number: number;
  name: string;
}

/**
 * The one that is meant. A number is always a number: nobody can be called `3` to be taken for the third.
 * @throws {Error} with a text for the person who typed it, when none or several fit.
 */
export function theOne(candidates: readonly Named[], typed: string, what: string): Named {
  if (!typed) throw new Error(`Which ${what}? Use the name or the number.`);
  const [, number] = /^#?(\d+)$/.exec(typed) ?? [];
  const isExact = ({ name }: Named) => fold(name) === fold(typed);
  const exact = number ? candidates.filter((each) => each.number === Number(number)) : candidates.filter(isExact);
  const fitting = exact.length || number ? exact : candidates.filter(({ name }) => fold(name).startsWith(fold(typed)));
  const [found, other] = fitting;
  if (!found) throw new Error(`No ${what} “${typed}” fits this command.`);
  if (other) throw new Error(`“${typed}” fits several; use the number: ${fitting.map(label).join(', ')}.`);
  return found;
}

export const fold = (text: string): string => text.normalize().toLowerCase();
const label = ({ name, number }: Named): string => `${number} (${name})`;
