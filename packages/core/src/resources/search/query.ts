import { beginsWithJoiner, casesOf } from './letters.ts';

/** A character of a term: any of these sequences, each of sets of characters. */
export type Atom = readonly (readonly string[])[];

/** A word or a phrase that a text must contain. */
export interface Term {
  /** The characters of each of its words; between words is white space. */
  readonly words: readonly (readonly Atom[])[];
  /** Whether a word must begin where it begins. */
  readonly isAtBeginning: boolean;
}

const quoted = /["\u201c\u201d\u201e]([^"\u201c\u201d\u201e]*)["\u201c\u201d\u201e]?|[^\s\p{Cc}"\u201c\u201d\u201e]+/gu;
const separators = /[\s\p{Cc}]+/u;
const letters = /\P{M}/gu;
/** Any part of a longer word is found. */
const shortWord = 2;

/** The words and phrases of what somebody looks for, each once. A phrase is in quotes. */
export function termsOf(query: string): Term[] {
  const found = new Map<string, Term>();
  for (const [whole, phrase] of query.matchAll(quoted)) {
    const words = (phrase ?? whole).split(separators).filter((word) => word !== '');
    const [first] = words;
    if (first !== undefined) found.set(words.join(' '), { words: words.map(atomsOf), isAtBeginning: isAtBeginning(first) });
  }
  return [...found.values()];
}

const isAtBeginning = (word: string): boolean =>
  (word.normalize('NFC').match(letters)?.length ?? 0) <= shortWord && beginsWithJoiner(word);

/** Characters that Unicode can compose to one: a letter with its marks, or the parts of a syllable of Hangul. */
const composable = /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6][\u11a8-\u11ff\ud7cb-\ud7fb]?|\P{M}\p{M}*|\p{M}+/gu;

/** Texts are stored as they were sent, so each of them can be composed, decomposed or neither. */
const atomsOf = (word: string): Atom[] =>
  (word.match(composable) ?? []).map((characters) => {
    const forms = new Set([characters, characters.normalize('NFC'), characters.normalize('NFD')]);
    return [...forms].map((form) => [...form].map(casesOf));
  });
