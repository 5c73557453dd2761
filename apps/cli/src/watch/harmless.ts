const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/** What moves the cursor, colours, rings, answers back, or turns the direction of what follows. */
const unsafe = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const tab = '    ';

/** Foreign text on one line of a terminal, where it can do nothing but be read. */
export const harmless = (text: string): string => harmlessLines(text).join(' ⏎ ');

/** The same for text that may have several lines. */
export const harmlessLines = (text: string): string[] => text.split(lineEnd).map((line) => line.replace(unsafe, standIn));

function standIn(character: string): string {
  if (character === '\t') return tab;
  const code = character.codePointAt(0)!;
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : '\ufffd';
}
