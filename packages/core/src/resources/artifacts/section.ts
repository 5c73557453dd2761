import { ServiceError } from '../../kernel/errors.ts';

/** A heading of a Markdown text, and the place of its section. */
export interface Heading {
  readonly level: number;
  /** The texts of the headings above it, and its own. */
  readonly path: readonly string[];
  /** After the line of the heading. */
  readonly bodyStart: number;
  /** Where the next heading of the same or a higher level begins. */
  readonly end: number;
}

const heading = /^ {0,3}(#{1,6})(?=[ \t]|$)(.*)$/;
/** The marks at the end of a heading, which are not part of its text. */
const closing = /(?:^|[ \t])#+$/;
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** A longer line is none of these. */
const longestLine = 2_000;
/** Reading must not hold up others. */
const mostMarks = 10_000;

/** The ATX headings of a text that are not in code fences, in their order. Lines end with `\n`. */
export function headingsIn(text: string): Heading[] {
  const found: (Heading & { end: number })[] = [];
  const open: (Heading & { end: number })[] = [];
  let fenced: string | undefined;
  let fences = 0;
  // A byte order mark is no part of the text.
  for (let start = text.startsWith('\uFEFF') ? 1 : 0; start < text.length;) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    const mark = markIn(text, start);
    if (mark !== undefined && next - start <= longestLine) {
      const line = text.slice(start, lineBreak < 0 ? undefined : lineBreak);
      if (mark !== '#') {
        if (fences === mostMarks) throw tooMany();
        fences += 1;
        fenced = fencedAfter(line, fenced);
      }
      if (mark === '#' && fenced === undefined) {
        const [, marks, title = ''] = heading.exec(line) ?? [];
        if (marks) {
          const level = marks.length;
          while (open.length > 0 && open.at(-1)!.level >= level) open.pop()!.end = start;
          const path = [...(open.at(-1)?.path ?? []), title.trim().replace(closing, '').trimEnd()];
          if (found.length === mostMarks) throw tooMany();
          const each = { level, path, bodyStart: next, end: text.length };
          found.push(each);
          open.push(each);
        }
      }
    }
    start = next;
  }
  return found;
}

function tooMany(): ServiceError {
  const message = `must not be of a text with more than ${mostMarks} headings or code fences`;
  return new ServiceError('invalid_request', `section ${message}`, {
    issues: [{ field: 'section', message, limit: mostMarks }],
  });
}

/** What a line begins with that can be a heading or a fence. */
function markIn(text: string, start: number): string | undefined {
  let at = start;
  while (at < start + 3 && text[at] === ' ') at += 1;
  return ['#', '```', '~~~'].find((mark) => text.startsWith(mark, at));
}

/** The fence that is open after a line, or undefined. */
function fencedAfter(line: string, before: string | undefined): string | undefined {
  const [, marks, rest = ''] = fence.exec(line) ?? [];
  if (!marks) return before;
  if (before === undefined) return marks;
  const closes = marks[0] === before[0] && marks.length >= before.length && rest.trim() === '';
  return closes ? undefined : before;
}

/** The headings with this path, which can leave out those above. A heading can contain ` > ` itself. */
export function sectionAt(headings: readonly Heading[], path: string): readonly Heading[] {
  const wanted = path.trim();
  return headings.filter((each) => endsIn(each.path, wanted));
}

const separator = ' > ';

/** Compared from the end, so that a heading costs no more than what it shares with the wanted path. */
function endsIn(path: readonly string[], wanted: string): boolean {
  let left = wanted.length;
  for (let i = path.length - 1; i >= 0; i -= 1) {
    const name = path[i]!;
    if (!wanted.endsWith(name, left)) return false;
    left -= name.length;
    if (left === 0) return true;
    if (!wanted.endsWith(separator, left)) return false;
    left -= separator.length;
  }
  return false;
}
