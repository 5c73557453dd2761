import { joiner } from './letters.ts';
import type { Atom, Term } from './query.ts';

/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;
const setOf = (characters: string): string => `[${[...characters].map(escaped).join('')}]`;
const atomOf = (atom: Atom): string => `(?:${atom.map((sequence) => sequence.map(setOf).join('')).join('|')})`;

/** Nothing in it repeats but white space between words, so it takes no more time than the text is long. */
const sourceOf = ({ words, isAtBeginning }: Term): string =>
  (isAtBeginning ? `(?<!${joiner})` : '') + words.map((word) => word.map(atomOf).join('')).join('\\s+');

/** How many places of a text are looked for, for each term. */
const mostSpans = 100;

/** What finds terms in texts. */
export class Matcher {
  readonly #terms: readonly RegExp[];

  constructor(terms: readonly Term[]) {
    this.#terms = terms.map((term) => new RegExp(sourceOf(term), 'gv'));
  }

  /** Whether each term is in one of the texts. */
  isIn(texts: readonly string[]): boolean {
    return this.#terms.every((term) => texts.some((text) => text.search(term) >= 0));
  }

  /** Where the terms are in a text, in its order; those that overlap as one. */
  spansIn(text: string): Span[] {
    const spans: Span[] = [];
    for (const span of this.#terms.flatMap((term) => placesOf(term, text)).toSorted((a, b) => a.start - b.start)) {
      const last = spans.at(-1);
      if (last && span.start <= last.end) spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
      else spans.push(span);
    }
    return spans;
  }
}

function placesOf(term: RegExp, text: string): Span[] {
  const places: Span[] = [];
  for (const { index: start, 0: found } of text.matchAll(term)) {
    places.push({ start, end: start + found.length });
    if (places.length === mostSpans) break;
  }
  return places;
}
