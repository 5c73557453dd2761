/**
 * Scripts whose letters join, and in which a joiner therefore changes what is seen: Persian, Urdu and the languages of India write their
 * words with them.
 */
const joining = [
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Adlm', 'Rohg'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Java', 'Bali', 'Tibt'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

const picture = '\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?';

/** Characters that nobody sees, where they change what is seen: in an emoji, between joining letters, and after an ideograph. */
const needed = [
  '\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
  `${picture}(?:\\u200d${picture})*`,
  '[0-9#*]\\ufe0f?\\u20e3',
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
  // A consonant without its vowel, at the end of a word.
  `(?<=(?=[${joining}])\\p{Mn})[\\u200c\\u200d](?= |$)`,
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mong})[\\u180b-\\u180d\\u180f]',
];

/** Characters that control, change the direction of text, or are seen by nobody. A blank of Braille is no white space, but empty. */
const unseen =
  '[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u2800\\ufff9-\\ufffb]';

const stray = new RegExp(`${needed.join('|')}|(${unseen})`, 'gu');

/** A name as it is stored: composed, and with single spaces inside only. Two names that look the same because of spaces are the same. */
export const tidy = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/\p{White_Space}+/gu, ' ')
    .replaceAll(/^ | $/g, '');

/** Whether a name has characters with which it can look like another one, or like nothing. */
export function hidesCharacters(name: string): boolean {
  for (const [, unseen] of name.matchAll(stray)) if (unseen !== undefined) return true;
  return false;
}
