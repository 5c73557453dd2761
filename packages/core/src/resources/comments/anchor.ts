import { plain } from '../artifacts/line-endings.ts';
import { firstPlaces } from '../artifacts/search.ts';

/** A passage, where a version had it: `start` counts UTF-16 code units of the text with plain line endings. */
export interface Place {
  readonly quote: string;
  readonly start: number;
  /** A few characters before and after the passage, by which it is recognized once its version is gone. */
  readonly before: string;
  readonly after: string;
}

/** Lines that two texts have in common: where they begin in each, and how long they are. */
export interface Kept {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Where a passage is now: the line, counted from 1, its column and its length in Unicode code points. */
export interface Anchor {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

const contextLength = 32;

/** Other places that are looked at, if a text has a quote very often. */
const mostPlaces = 1_000;

/** The n-th occurrence of a quote in a text, counted from 1; undefined if there are fewer. */
export function placeOf(text: string, quote: string, occurrence = 1): Place | undefined {
  const [content, wanted] = [plain(text), plain(quote)];
  const start = firstPlaces(content, wanted, occurrence)[occurrence - 1];
  if (start === undefined) return undefined;
  const end = start + wanted.length;
  return {
    quote: wanted,
    start,
    before: whole(content.slice(Math.max(0, start - contextLength), start)),
    after: whole(content.slice(end, end + contextLength)),
  };
}

/** Without half of a character at its ends. */
const whole = (part: string): string => part.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');

/**
 * Where a passage is in a later text with plain line endings, or undefined if it is gone.
 * @param kept - What that text has in common with the one of the passage, in order; undefined if that is not known.
 */
export function carried(place: Place, kept: readonly Kept[] | undefined, text: string): number | undefined {
  const { quote, start } = place;
  const lines = kept ?? [];
  const around = lines.find(({ from, length }) => from <= start && start + quote.length <= from + length);
  if (around) return start - around.from + around.to;
  // What another occurrence has become is not this one.
  const free = firstPlaces(text, quote, mostPlaces).filter((at) => !isWithin(lines, at, quote.length));
  const gap = gapAround(lines, start, quote.length, text.length);
  const near = free.filter((at) => gap.from <= at && at + quote.length <= gap.to);
  if (near.length > 0) return likeliest(near, place, text) ?? nearest(near, kept ? gap.from : start);
  return free.length === 1 ? free[0] : likeliest(free, place, text);
}

function isWithin(lines: readonly Kept[], at: number, length: number): boolean {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const line = lines[middle]!;
    if (line.to + line.length < at + length) low = middle + 1;
    else high = middle;
  }
  const line = lines[low];
  return line !== undefined && line.to <= at;
}

/** What the later text has between the lines before and after the passage. Lines that it overlaps can be a part of it. */
function gapAround(lines: readonly Kept[], start: number, length: number, end: number): { from: number; to: number } {
  const before = lines.findLast((each) => each.from + each.length <= start);
  const after = lines.find((each) => each.from >= start + length);
  return { from: before ? before.to + before.length : 0, to: after ? after.to : end };
}

/** The place whose surroundings are most like those of the passage; undefined if that is not one place, or not like it at all. */
function likeliest(places: readonly number[], { quote, before, after }: Place, text: string): number | undefined {
  let best: { at: number; likeness: number } | undefined;
  let isOnly = true;
  for (const at of places) {
    const end = at + quote.length;
    const likeness = commonEnd(before, text.slice(Math.max(0, at - before.length), at)) + commonStart(after, text, end);
    if (best && likeness < best.likeness) continue;
    isOnly = best === undefined || likeness > best.likeness;
    best = { at, likeness };
  }
  return best && isOnly && best.likeness > 0 ? best.at : undefined;
}

function commonEnd(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}

function commonStart(a: string, text: string, from: number): number {
  let count = 0;
  while (count < a.length && a[count] === text[from + count]) count += 1;
  return count;
}

const nearest = (places: readonly number[], to: number): number =>
  places.reduce((best, at) => (Math.abs(at - to) < Math.abs(best - to) ? at : best));

/** A passage in lines and columns of a text with plain line endings. */
export function anchorAt(text: string, start: number, quote: string): Anchor {
  let line = 1;
  let lineStart = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < start; next = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = next + 1;
  }
  return { line, column: countOf(text.slice(lineStart, start)) + 1, length: countOf(quote) };
}

/** Of Unicode code points. */
function countOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
