// Made when they are needed: that takes 15 ms each, and most text is ASCII.
let segments: Intl.Segmenter | undefined;
const segmenter = () => (segments ??= new Intl.Segmenter());
let emojis: RegExp | undefined;
const emoji = () => (emojis ??= new RegExp('^\\p{RGI_Emoji}$', 'v'));
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
const unseen = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Characters that are looked at together: the segmenter needs time in proportion to the square of a text. */
const atOnce = 1_000;

/** The characters as a reader perceives them. */
function graphemes(text: string): string[] {
  if (isAscii(text)) return Array.from(text);
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    const last = text.charCodeAt(start + atOnce - 1);
    const end = start + atOnce - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    const some = Array.from(segmenter().segment(text.slice(start, end)), ({ segment }) => segment);
    // The last may go on.
    if (end < text.length && some.length > 1) some.pop();
    found.push(...some);
    start += some.reduce((sum, { length }) => sum + length, 0);
  }
  return found;
}

export const lastGrapheme = (text: string): string =>
  segmenter()
    .segment(text)
    .containing(text.length - 1)?.segment ?? '';
export const firstGrapheme = (text: string): string => segmenter().segment(text).containing(0)?.segment ?? '';

/** How many columns text takes on a terminal. */
export function width(text: string): number {
  if (isAscii(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + widthOfGrapheme(grapheme), 0);
}

function widthOfGrapheme(grapheme: string): number {
  if (emoji().test(grapheme)) return 2;
  return [...grapheme].reduce((sum, character) => sum + (unseen.test(character) ? 0 : wide.test(character) ? 2 : 1), 0);
}

/** Splits text into pieces of at most this many columns, anywhere. A mark replaces a character that is wider than that. */
export function chop(text: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const grapheme of graphemes(text)) {
    const needed = widthOfGrapheme(grapheme);
    const fitting = needed > columns ? '…' : grapheme;
    const size = Math.min(needed, columns);
    if (taken + size > columns) {
      pieces.push(piece);
      piece = '';
      taken = 0;
    }
    piece += fitting;
    taken += size;
  }
  return [...pieces, piece];
}

/** Shortens text to this many columns. */
export function clip(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  return columns < 1 ? '' : `${chop(text, columns - 1 || 1)[0]}${columns > 1 ? '…' : ''}`;
}

/** Splits text into lines of at most this many columns, at spaces if possible. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<= )(?=\S)/)) {
    if (width(line + word.trimEnd()) <= columns) {
      line += word;
      continue;
    }
    if (line.trim()) lines.push(line.trimEnd());
    const pieces = chop(word.trimEnd(), columns);
    line = pieces.pop()! + word.slice(word.trimEnd().length);
    lines.push(...pieces);
  }
  return [...lines, line.trimEnd()];
}
