/** A passage as a comment names it. */
export interface Quoted {
  readonly quote: string;
  /** Which one of the text it is, counted from 1. */
  readonly occurrence: number;
}

/** A part of a text: from an offset to before another one, in UTF-16 code units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Letters and digits of a text, and where each is: what Markdown and its rendering have in common. */
interface Letters {
  readonly text: string;
  readonly parts: readonly Span[];
}

const letter = /[\p{L}\p{N}]/gu;
/** What Markdown does not show: where links lead, comments, and the languages of code. */
const unseen = /\]\([^()\n]*\)|<!--[\s\S]*?-->|^[ \t]*(?:```|~~~)[^\n]*$/gm;

function lettersOf(text: string): Letters {
  const parts: Span[] = [];
  let letters = '';
  for (const { 0: each, index } of text.matchAll(letter)) {
    letters += each;
    for (let i = 0; i < each.length; i += 1) parts.push({ from: index, to: index + each.length });
  }
  return { text: letters, parts };
}

/** Those of Markdown, in their places, without what it does not show. */
const lettersShown = (markdown: string): Letters => lettersOf(markdown.replaceAll(unseen, (hidden) => ' '.repeat(hidden.length)));

/** The number of an occurrence that begins at an offset, counted from 1. */
function numberOf(text: string, wanted: string, at: number): number {
  let count = 1;
  for (let next = text.indexOf(wanted); next >= 0 && next < at; next = text.indexOf(wanted, next + 1)) count += 1;
  return count;
}

/** Where the n-th occurrence begins; the last one, if there are fewer. */
function placeOf(text: string, wanted: string, n: number): number {
  let at = text.indexOf(wanted);
  for (let count = 1; at >= 0 && count < n; count += 1) {
    const next = text.indexOf(wanted, at + 1);
    if (next < 0) return at;
    at = next;
  }
  return at;
}

/** The letters of a part, and where they are in the letters of the whole. */
function within({ text, parts }: Letters, { from, to }: Span): { wanted: string; at: number } {
  const inPart = (each: Span) => each.from >= from && each.to <= to;
  const at = parts.findIndex(inPart);
  return { wanted: at < 0 ? '' : text.slice(at, parts.findLastIndex(inPart) + 1), at };
}

const partOf = ({ parts }: Letters, at: number, length: number): Span => ({
  from: parts[at]!.from,
  to: parts[at + length - 1]!.to,
});

/** What the Markdown has where a part of its rendering is selected; undefined if nothing of it can be quoted. */
export function quoteOf(markdown: string, rendered: string, selected: Span): Quoted | undefined {
  const [source, shown] = [lettersShown(markdown), lettersOf(rendered)];
  const { wanted, at } = within(shown, selected);
  if (wanted === '') return undefined;
  const found = placeOf(source.text, wanted, numberOf(shown.text, wanted, at));
  if (found < 0) return undefined;
  const { from, to } = partOf(source, found, wanted.length);
  const quote = markdown.slice(from, to);
  return { quote, occurrence: numberOf(markdown, quote, from) };
}

/** Where the rendering of a Markdown text shows a passage, in code points from a line and a column that are counted from 1. */
export function shownPart(
  markdown: string,
  rendered: string,
  { line, column, length }: { line: number; column: number; length: number },
): Span | undefined {
  const plain = markdown.replaceAll(/\r\n?/g, '\n');
  const lines = plain.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const from = start + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
  const to = from + [...plain.slice(from)].slice(0, length).join('').length;
  const [source, shown] = [lettersShown(plain), lettersOf(rendered)];
  const { wanted, at } = within(source, { from, to });
  if (wanted === '') return undefined;
  const found = placeOf(shown.text, wanted, numberOf(source.text, wanted, at));
  return found < 0 ? undefined : partOf(shown, found, wanted.length);
}
