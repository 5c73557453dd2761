import { name as rules } from '@parley/core';

/** As much of a text as a name can have: `most` characters that are seen. */
export function asName(text: string, most: number): string {
  const seen = [...rules.tidy(text)].filter((character) => !rules.hidesCharacters(character)).join('');
  return rules.tidy([...rules.tidy(seen)].slice(0, most).join(''));
}
