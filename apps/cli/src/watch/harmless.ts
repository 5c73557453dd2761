const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/**
 * Characters that control the terminal, change the direction of text or are invisible; except those that join an emoji. The server has the same list in `surfaces/pages/wording.ts`.
 */
export const unsafe =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}](?<!\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f(?=\u20e3)|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?\u200d(?=\p{Extended_Pictographic}))/gu;
/** Joiners, as Persian uses them, and variation selectors; the text stays readable without them. */
const shaping = /\u00ad|\u200c|\u200d|[\ufe00-\ufe0f]/;
const tab = '    ';

/** Untrusted text as one line, unable to control the terminal. */
export const harmless = (text: string): string => harmlessLines(text).join(' ⏎ ');

/** The same for text that may have several lines. */
export const harmlessLines = (text: string): string[] => text.split(lineEnd).map((line) => line.replace(unsafe, standIn));

function standIn(character: string): string {
  if (character === '\t') return tab;
  if (shaping.test(character)) return '';
  const code = character.codePointAt(0)!;
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : '\ufffd';
}
