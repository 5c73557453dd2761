/** The value of a parameter, which then counts as used; undefined if it is missing or empty. */
export type Take = (name: string) => string | undefined;

export function oneOf<Word extends string>(name: string, value: string | undefined, words: readonly Word[]): Word | undefined {
  if (value === undefined || (words as readonly string[]).includes(value)) return value as Word | undefined;
  throw new Error(`has ${name}=${value}: it can be ${words.join(', ')}`);
}
