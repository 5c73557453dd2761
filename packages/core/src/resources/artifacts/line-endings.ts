/** Changes of places in a text, made as if all its lines ended in one way; the text keeps the endings that it has. */

const lineBreak = /\r\n?|\n/g;

/** The text as if each line ended with `\n`. */
export const plain = (text: string): string => (text.includes('\r') ? text.replaceAll(lineBreak, '\n') : text);

/** What to put in a place of the plain text. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The stored text with other texts in some places, which are in ascending order. Lines that stay keep their endings; a new line gets that of
 * the line before, else one that the text has. If it has none, the new texts stay as they are.
 */
export function replaced(stored: string, replacements: readonly Replacement[]): string {
  const placeOf = placesIn(stored);
  const kinds = kindsIn(stored);
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, text } of replacements) {
    const [start, next] = [placeOf(from), placeOf(to)];
    pieces.push(stored.slice(end, start), rendered(stored, kinds, [start, next], text));
    end = next;
  }
  return joined([...pieces, stored.slice(end)]);
}

/** Two line endings that meet stay two. */
function joined(pieces: readonly string[]): string {
  let before = '';
  return pieces
    .map((piece) => {
      const between = before === '\r' && piece.startsWith('\n') ? '\r' : '';
      before = piece.at(-1) ?? before;
      return between + piece;
    })
    .join('');
}

const byteOrderMark = '\uFEFF';

/** A text as an editor has saved it, which can have changed all line endings: lines that are still there keep theirs. */
export function withEndingsOf(stored: string, edited: string): string {
  const text = rendered(stored, kindsIn(stored), [0, stored.length], edited);
  return stored.startsWith(byteOrderMark) && !text.startsWith(byteOrderMark) ? byteOrderMark + text : text;
}

const kindsIn = (text: string): ReadonlySet<string> =>
  text.includes('\r') ? new Set(text.match(lineBreak)) : new Set(text.includes('\n') ? ['\n'] : []);

/** Places of the plain text in the stored one. They must be asked for in ascending order. */
function placesIn(stored: string): (place: number) => number {
  let [inPlain, inStored] = [0, 0];
  let pair = stored.indexOf('\r\n');
  return (place) => {
    while (pair >= 0 && place - inPlain > pair - inStored) {
      inPlain += pair - inStored + 1;
      inStored = pair + 2;
      pair = stored.indexOf('\r\n', inStored);
    }
    return inStored + (place - inPlain);
  };
}

function rendered(stored: string, kinds: ReadonlySet<string>, [start, end]: readonly [number, number], text: string): string {
  if (kinds.size === 0) return text;
  const lines = plain(text).split('\n');
  if (lines.length === 1) return lines[0]!;
  const [only] = kinds;
  if (kinds.size === 1) return lines.join(only);
  const old = linesOf(stored.slice(start, end));
  const origins = originsOf(
    old.map(({ text }) => text),
    lines,
  );
  let ending = endingAt(stored, start, end);
  const last = lines.pop()!;
  return joined([...lines.map((line, i) => line + (ending = old[origins[i]!]?.ending || ending)), last]);
}

interface EndedLine {
  readonly text: string;
  readonly ending: string;
}

function linesOf(text: string): EndedLine[] {
  const lines: EndedLine[] = [];
  let start = 0;
  for (const { 0: ending, index } of text.matchAll(lineBreak)) {
    lines.push({ text: text.slice(start, index), ending });
    start = index + ending.length;
  }
  return [...lines, { text: text.slice(start), ending: '' }];
}

/** The ending of the line in which a place is; for what is put between two lines, that of the line before. */
function endingAt(stored: string, start: number, end: number): string {
  const before = Math.max(stored.lastIndexOf('\n', start - 1), stored.lastIndexOf('\r', start - 1));
  const isBetween = start === end && before === start - 1 && start > 0;
  const after = /\r\n?|\n/.exec(stored.slice(start))?.[0];
  if (after && !isBetween) return after;
  return stored[before] === '\n' && stored[before - 1] === '\r' ? '\r\n' : stored[before]!;
}

/**
 * Which old line each line was, after Heckel (1978): lines that both texts have once, and equal ones next to these. What is between
 * them was changed in place. In linear time.
 */
function originsOf(old: readonly string[], now: readonly string[]): readonly (number | undefined)[] {
  const places = new Map<string, { old: number; now: number }>();
  const note = (text: string, kind: 'old' | 'now', place: number) => {
    const found = places.get(text) ?? { old: -1, now: -1 };
    places.set(text, { ...found, [kind]: found[kind] === -1 ? place : NaN });
  };
  old.forEach((text, place) => note(text, 'old', place));
  now.forEach((text, place) => note(text, 'now', place));
  const origins = now.map((text): number | undefined => {
    const { old, now } = places.get(text)!;
    return old >= 0 && now >= 0 ? old : undefined;
  });
  const join = (place: number, origin: number) => {
    if (origins[place] === undefined && old[origin] === now[place]) origins[place] = origin;
  };
  now.forEach((_, i) => join(i, i === 0 ? 0 : (origins[i - 1] ?? NaN) + 1));
  for (let i = now.length - 1; i >= 0; i -= 1) join(i, i === now.length - 1 ? old.length - 1 : (origins[i + 1] ?? NaN) - 1);
  return withChanged(origins, old.length);
}

/** If there are as many lines between two that stay as there were, they were changed in place. */
function withChanged(origins: readonly (number | undefined)[], oldLines: number): (number | undefined)[] {
  const all: (number | undefined)[] = [];
  for (let i = 0; i < origins.length;) {
    let end = i;
    while (end < origins.length && origins[end] === undefined) end += 1;
    const shift = (all.at(-1) ?? -1) + 1 - i;
    const isInPlace = (origins[end] ?? oldLines) === end + shift;
    for (; i < end; i += 1) all.push(isInPlace ? i + shift : undefined);
    if (i < origins.length) all.push(origins[i]);
    i += 1;
  }
  return all;
}
