import { ServiceError } from '../errors.ts';
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
  readonly reason: 'not_found' | 'ambiguous' | 'overlap';
  readonly matches: number;
  /** The closest place, or the place that also matches: at most 200 characters. */
  readonly near?: string | undefined;
}

export class EditMismatch extends Error {
  override readonly name = 'EditMismatch';
  readonly mismatch: Mismatch;

  constructor(mismatch: Mismatch, what = `The text of edit ${mismatch.index}`) {
    super(wordsOf(mismatch, what));
    this.mismatch = mismatch;
  }
}

function wordsOf({ index, reason, matches }: Mismatch, what: string): string {
  if (reason === 'overlap') return `Edit ${index} overlaps another one`;
  return reason === 'not_found' ? `${what} does not occur` : `${what} occurs ${matches} times`;
}

/** The text after a change. Throws `EditMismatch` if the change does not apply. */
export function applied(text: string, { content, edits, append, section }: TextChange): string {
  if (content !== undefined) return content;
  if (edits) return edited(text, edits);
  if (section) return withSection(text, section);
  return joined(text, append ?? '', lineBreakOf(text));
}

const lineBreakOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** With a line break between, if one is missing. */
const joined = (text: string, more: string, lineBreak: string): string =>
  text === '' || text.endsWith('\n') || text.endsWith('\r') ? text + more : text + lineBreak + more;

/** All edits match the text as it was before, whatever their order. */
function edited(text: string, edits: readonly Edit[]): string {
  assertQuick(text, edits);
  const places = edits.map((edit, index) => ({ ...edit, index, at: placeOf(text, edit, index) })).toSorted((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let end = 0;
  let before = -1;
  for (const { old, new: replacement, index, at } of places) {
    if (at < end) throw new EditMismatch({ index: Math.max(index, before), reason: 'overlap', matches: 1 });
    pieces.push(text.slice(end, at), replacement);
    end = at + old.length;
    before = index;
  }
  return pieces.join('') + text.slice(end);
}

function placeOf(text: string, { old }: Edit, index: number): number {
  const [at, next] = firstPlaces(text, old);
  if (at === undefined) throw new EditMismatch({ index, reason: 'not_found', matches: 0, near: closestTo(text, old) });
  if (next === undefined) return at;
  throw new EditMismatch({
    index,
    reason: 'ambiguous',
    matches: occurrences(text, old),
    near: excerpt(text, lineStart(text, next)),
  });
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
    .split(/\r?\n/, 20)
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

function withSection(text: string, { heading, content, mode = 'replace' }: SectionChange): string {
  const headings = headingsIn(text);
  const found = sectionAt(headings, heading);
  const [section] = found;
  if (!section || found.length > 1) {
    const reason = section ? 'ambiguous' : 'not_found';
    throw new EditMismatch({ index: 0, reason, matches: found.length, near: listed(section ? found : headings) }, 'The heading');
  }
  const lineBreak = lineBreakOf(text);
  const [head, body, rest] = [
    text.slice(0, section.bodyStart),
    text.slice(section.bodyStart, section.end),
    text.slice(section.end),
  ];
  // What follows must stay a line of its own, and so must the heading.
  const next = mode === 'append' ? joined(body, content, lineBreak) : content;
  return rest === '' ? joined(head, next, lineBreak) : joined(joined(head, next, lineBreak), rest, lineBreak);
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
