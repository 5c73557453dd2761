import { ServiceError } from '../../kernel/errors.ts';
import { plain, replaced, type Replacement } from './line-endings.ts';
import { placesAlike } from './alike.ts';
import { headingsIn, sectionAt, type Heading } from './section.ts';
import { firstPlaces, occurrences } from './search.ts';

/** A change to a text: exactly one of these fields. */
export interface TextChange {
  readonly content?: string | undefined;
  readonly edits?: readonly Edit[] | undefined;
  readonly append?: string | undefined;
  readonly section?: SectionChange | undefined;
}

/** Replaces `old`, which occurs exactly once. */
export interface Edit {
  readonly old: string;
  readonly new: string;
}

/** Replaces what follows a heading, or appends to it, up to the next heading of the same or a higher level. */
export interface SectionChange {
  /** A path such as `Plan > Risks`. */
  readonly heading: string;
  readonly content: string;
  readonly mode?: 'replace' | 'append' | undefined;
}

/** Why a change does not apply, so that its author can repair it without reading the whole text again. */
export interface Mismatch {
  /** Which of the edits; 0 for a section. */
  readonly index: number;
  readonly reason: 'not_found' | 'ambiguous' | 'overlap' | 'whitespace';
  readonly matches: number;
  /** With `whitespace`: the lines of the first place, from 1. */
  readonly lines?: { readonly from: number; readonly to: number };
  /** The closest place, or the place that also matches: at most 200 characters. */
  readonly near?: string | undefined;
}

export class EditMismatch extends Error {
  override readonly name = 'EditMismatch';
  readonly mismatch: Mismatch;

  constructor(mismatch: Mismatch, what = `edits.${mismatch.index}.old`) {
    super(wordsOf(mismatch, what));
    this.mismatch = mismatch;
  }
}

function wordsOf({ index, reason, matches, lines }: Mismatch, what: string): string {
  if (reason === 'overlap') return `edits.${index} overlaps another edit`;
  if (lines) {
    const where = lines.from === lines.to ? `line ${lines.from}` : `lines ${lines.from} to ${lines.to}`;
    return `${what} differs from ${where} in spaces, quotes or pasted line numbers: copy it from there`;
  }
  return reason === 'not_found' ? `${what} does not occur in the text` : `${what} must occur once, but occurs ${matches} times`;
}

/**
 * The text after a change, which is made as if all lines ended in one way: the text keeps its own line endings. Throws `EditMismatch` if the
 * change does not apply.
 */
export function applied(text: string, { content, edits, append, section }: TextChange): string {
  if (content !== undefined) return content;
  const lines = plain(text);
  if (edits) return replaced(text, edited(lines, edits));
  if (section) return replaced(text, [withSection(lines, section)]);
  return replaced(text, [{ from: lines.length, to: lines.length, text: between(lines, append ?? '') }]);
}

const isEnded = (text: string): boolean => text === '' || text.endsWith('\n') || text.endsWith('\r');

/** What comes after a text, on a new line. The line break is of the kind of what follows, in case the text has none. */
const between = (text: string, more: string): string => (isEnded(text) ? more : firstBreakIn(more) + more);

const firstBreakIn = (text: string): string => /\r\n?|\n/.exec(text)?.[0] ?? '\n';

/** All edits match the text as it was before, whatever their order. */
function edited(text: string, edits: readonly Edit[]): Replacement[] {
  assertQuick(text, edits);
  const found = edits.map(({ old, new: text }, index) => ({ old: plain(old), text, index }));
  const places = found.map((edit) => ({ ...edit, from: placeOf(text, edit) })).toSorted((a, b) => a.from - b.from);
  let end = 0;
  let before = -1;
  return places.map(({ old, text: replacement, index, from }) => {
    if (from < end) throw new EditMismatch({ index: Math.max(index, before), reason: 'overlap', matches: 1 });
    end = from + old.length;
    before = index;
    return { from, to: end, text: replacement };
  });
}

function placeOf(text: string, { old, index }: { old: string; index: number }): number {
  const [at, next] = firstPlaces(text, old);
  if (at === undefined) throw new EditMismatch({ index, ...missing(text, old) });
  if (next === undefined) return at;
  throw new EditMismatch({
    index,
    reason: 'ambiguous',
    matches: occurrences(text, old),
    near: excerpt(text, lineStart(text, next)),
  });
}

/** Why a text is not found: it differs in what cannot be seen, or does not occur. */
function missing(text: string, old: string): Omit<Mismatch, 'index'> {
  const alike = placesAlike(text, old);
  if (!alike) return { reason: 'not_found', matches: 0, near: closestTo(text, old) };
  const { matches, from, to } = alike;
  return { reason: 'whitespace', matches, lines: { from, to }, near: excerpt(text, startOf(text, from)) };
}

/** Searching must not hold up others: the characters of the text times the edits. */
const mostSearched = 16 * 1024 * 1024;

function assertQuick(text: string, edits: readonly Edit[]): void {
  if (text.length * edits.length <= mostSearched) return;
  const limit = Math.floor(mostSearched / text.length);
  const message = `must have at most ${limit} elements for a text of this size`;
  throw new ServiceError('invalid_request', `edits ${message}`, {
    issues: [{ field: 'edits', message, limit, actual: edits.length }],
  });
}

const mostNear = 200;
/** How many words of a missing text are looked for, and how many places of each. */
const [wordsTried, placesTried] = [6, 20];

/** The line that shares the most words with what was not found. */
function closestTo(text: string, old: string): string | undefined {
  const line = old
    .split('\n', 20)
    .toSorted((a, b) => b.trim().length - a.trim().length)[0]!
    .slice(0, mostNear);
  const words = new Set(wordsIn(line));
  const tried = [...words].toSorted((a, b) => b.length - a.length).slice(0, wordsTried);
  let best: { start: number; shared: number } | undefined;
  for (const start of new Set(tried.flatMap((word) => firstPlaces(text, word, placesTried)).map((at) => lineStart(text, at)))) {
    const shared = new Set(wordsIn(text.slice(start, start + mostNear)).filter((word) => words.has(word))).size;
    if (shared > (best?.shared ?? 0)) best = { start, shared };
  }
  return best && excerpt(text, best.start);
}

const wordsIn = (line: string): string[] => line.match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** Where a line begins, numbered from 1. */
function startOf(text: string, line: number): number {
  let start = 0;
  for (let i = 1; i < line; i += 1) start = text.indexOf('\n', start) + 1;
  return start;
}

/** Where the line of a place begins, unless that is far before it. */
function lineStart(text: string, at: number): number {
  const near = text.slice(Math.max(0, at - mostNear / 2), at);
  const lineBreak = near.lastIndexOf('\n');
  return lineBreak >= 0 ? at - near.length + lineBreak + 1 : at - near.length;
}

/** Never half of a surrogate pair. */
function excerpt(text: string, start: number): string {
  const cut = text.slice(start, start + mostNear);
  return cut.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

function withSection(text: string, { heading, content, mode = 'replace' }: SectionChange): Replacement {
  const headings = headingsIn(text);
  const found = sectionAt(headings, heading);
  const [section] = found;
  if (!section || found.length > 1) {
    const reason = section ? 'ambiguous' : 'not_found';
    throw new EditMismatch({ index: 0, reason, matches: found.length, near: listed(section ? found : headings) }, 'The heading');
  }
  const from = mode === 'append' ? section.end : section.bodyStart;
  const added = between(text.slice(0, from), content);
  // What follows must stay a line of its own, and so must the heading.
  return {
    from,
    to: section.end,
    text: section.end === text.length ? added : added + (isEnded(added) ? '' : firstBreakIn(added)),
  };
}

const listed = (headings: readonly Heading[]): string | undefined =>
  headings.length === 0
    ? undefined
    : excerpt(
        headings
          .slice(0, 50)
          .map(({ path }) => path.join(' > '))
          .join('\n'),
        0,
      );
