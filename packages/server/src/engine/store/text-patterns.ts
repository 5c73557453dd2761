import { search } from '@parley/core';

type Term = search.Term;
type Atom = search.Atom;

/** What begins an escape sequence: the store has the texts of facts as JSON, others as they are. One pattern is for both. */
const backslash = String.raw`\\`;
const whiteSpace = String.raw`(?:[ \t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|\\[nrtf]|\\u000b)+`;
const escapeSequence = String.raw`\\[bfnrt]|\\u[0-9a-f]{4}`;

const isPlain = /^[\p{L}\p{M}\p{N}]|[^\0-\x7f]/u;
const literal = (character: string): string => {
  if (character === '\\') return `${backslash}${backslash}?`;
  return isPlain.test(character) ? character : `\\${character}`;
};
/** Only letters have cases, and letters have no meaning in a set. */
const setOf = (characters: string): string => ([...characters].length > 1 ? `[${characters}]` : literal(characters));
const atomOf = (atom: Atom): string => {
  const sequences = atom.map((sequence) => sequence.map(setOf).join(''));
  return sequences.length > 1 ? `(?:${sequences.join('|')})` : sequences[0]!;
};

let beginning: string | undefined;
/** Where a word can begin. Classes such as `[:alpha:]` depend on the locale of a database. */
const beginningOfWord = (): string => (beginning ??= `(?:^|[^${search.joinerRanges().map(rangeOf).join('')}]|${escapeSequence})`);
const rangeOf = ([first, last]: readonly [string, string]): string => (first === last ? first : `${first}-${last}`);

const lettersOf = ({ words }: Term): string => words.map((word) => word.map(atomOf).join('')).join(whiteSpace);
const lengthOf = ({ words }: Term): number => words.flat().length;

/** Regular expressions of PostgreSQL. A text that has all terms matches each of them, and few others do. */
export interface TextPatterns {
  /** Of each term. Those that the fewest texts match come first. */
  readonly letters: readonly string[];
  /** Of the terms that are found only at the beginning of a word: they take the database longer, and more texts have the letters. */
  readonly beginnings: readonly string[];
}

export function patternsOf(terms: readonly Term[]): TextPatterns {
  const longestFirst = terms.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return {
    letters: longestFirst.map(lettersOf),
    beginnings: longestFirst.filter(({ isAtBeginning }) => isAtBeginning).map((term) => beginningOfWord() + lettersOf(term)),
  };
}

/** All of them, to be tried in this order. */
export const allOf = ({ letters, beginnings }: TextPatterns): string[] => [...letters, ...beginnings];
