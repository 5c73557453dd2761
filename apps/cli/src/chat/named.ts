import { matching } from '@parley/core/names';

/** Something that an argument can mean, by number or by name. */
export interface NamedChoice {
  id: string;
  number: number;
  name: string;
}

const unsuitable = ' that this command applies to';

/**
 * Finds what was typed among the candidates. A number is never a name, so a participant called `3` cannot be mistaken for number 3.
 * @throws {Error} with a message for the user, if none or several match.
 */
export function theOne(candidates: readonly NamedChoice[], typed: string, what: string, which = unsuitable): NamedChoice {
  if (!typed) throw new Error(`Which ${what}? Use the name or the number.`);
  const [, number] = /^#?(\d+)$/.exec(typed) ?? [];
  const handleOf = ({ id, name }: NamedChoice) => ({ id, names: [name], isPerson: what === 'participant' });
  const exact = number ? candidates.filter((each) => each.number === Number(number)) : matching(candidates, typed, handleOf);
  const fitting = exact.length || number ? exact : candidates.filter(({ name }) => fold(name).startsWith(fold(typed)));
  const [found, other] = fitting;
  if (!found) throw new Error(`There is no ${what} “${typed}”${which}.`);
  if (other) throw new Error(`“${typed}” is ambiguous; use the number: ${fitting.map(label).join(', ')}.`);
  return found;
}

export const fold = (text: string): string => text.normalize().toLowerCase();
const label = ({ name, number }: NamedChoice): string => `${number} (${name})`;
