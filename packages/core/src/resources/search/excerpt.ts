import { excerptCharacters } from './limits.ts';
import type { Matcher, Span } from './match.ts';

/** A part of a text on one line, and where in it the terms are, in characters. */
export interface Excerpt {
  excerpt: string;
  ranges: Span[];
}

/** Characters before the first term. */
const before = 60;
const mark = '…';
const space = /\s/u;
const continues = /\p{M}|\u200d|\ufe0f/u;

/** The part of a text around the first place where a term is. */
export function excerptOf(text: string, matcher: Matcher): Excerpt {
  const spans = matcher.spansIn(text);
  const first = spans[0] ?? { start: 0, end: 0 };
  const from = backTo(text, first.start, before);
  const isCutBefore = text.slice(0, from).trim() !== '';
  let excerpt = isCutBefore ? mark : '';
  let length = isCutBefore ? 1 : 0;
  /** The character of the excerpt that begins at a place of the text, or continues there. */
  const at = new Map<number, number>();
  let place = from;
  let isSpace = true;
  while (place < text.length && length < excerptCharacters) {
    const character = String.fromCodePoint(text.codePointAt(place)!);
    const wasSpace = isSpace;
    isSpace = space.test(character);
    at.set(place, isSpace && wasSpace ? length - 1 : length);
    if (!isSpace) excerpt += character;
    else if (!wasSpace) excerpt += ' ';
    if (!(isSpace && wasSpace)) length += 1;
    place += character.length;
  }
  const isCutAfter = text.slice(place).trim() !== '';
  const end = length;
  const ranges = spans
    .filter((span) => span.start < place)
    .map((span) => ({ start: at.get(span.start)!, end: at.get(span.end) ?? end }));
  return { excerpt: isCutAfter ? excerpt + mark : excerpt.trimEnd(), ranges };
}

/** The beginning of a word, or at least of a character, at most so many characters before a place. */
function backTo(text: string, place: number, characters: number): number {
  const near = [...text.slice(Math.max(0, place - 2 * characters), place)].slice(-characters).join('');
  if (near.length === place) return 0;
  const word = near.search(space);
  if (word >= 0 && word < near.length - 1) return place - near.length + word + 1;
  let start = place - near.length;
  while (start < place && continues.test(String.fromCodePoint(text.codePointAt(start)!))) start += 1;
  return start;
}
