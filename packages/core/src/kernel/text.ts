import { z } from 'zod';
import { hidesCharacters, tidy } from './name.ts';

const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** UTF-8 length; counted by hand because core has no TextEncoder. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts as 2 of its 4 bytes.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

const storable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Text that every database and client can process: no U+0000, no lone surrogates. */
const storableText = z.string().refine(storable, { error: 'must be Unicode text without U+0000', abort: true });

/** Patterns that show readers of the JSON Schema what is refused besides the length. */
const withoutNul = '^[^\\x00]*$';
const visible = '^[^\\x00]*[^\\s\\x00][^\\x00]*$';

const sized = (count: (text: string) => number, unit: string, max: number, widest: number, of = storableText) =>
  of.superRefine((text, context) => {
    if (text.length * widest <= max) return;
    const actual = count(text);
    if (actual > max) {
      const message = `must be at most ${max} ${unit}, but has ${actual}`;
      context.addIssue({ code: 'custom', message, params: { limit: max, actual } });
    }
  });

/** Text; can be empty. */
export const text = (maxCharacters: number) =>
  sized(codePoints, 'characters', maxCharacters, 1).meta({ maxLength: maxCharacters, pattern: withoutNul });

/** Text with at least one character that is not white space. */
export const label = (maxCharacters: number) =>
  text(maxCharacters)
    .refine((value) => value.trim() !== '', 'must not be empty')
    .meta({ minLength: 1, maxLength: maxCharacters, pattern: visible });

/** What somebody or something is called: it is stored tidy, and has no character that nobody sees. */
export const nameText = (maxCharacters: number) =>
  sized(codePoints, 'characters', maxCharacters, 1, storableText.overwrite(tidy))
    .refine((name) => name !== '', { error: 'must not be empty', abort: true })
    .refine((name) => !hidesCharacters(name), 'must not have control characters or characters that nobody sees')
    .meta({ minLength: 1, maxLength: maxCharacters, pattern: visible });

const lineBreaks = '\\n\\v\\f\\r\\x85\\u2028\\u2029';
const inOneLine = new RegExp(`^[^${lineBreaks}]*$`);

/** The same in one line. */
export const line = (maxCharacters: number) =>
  label(maxCharacters)
    .refine((value) => inOneLine.test(value), 'must be one line')
    .meta({ pattern: `^[^\\x00${lineBreaks}]*[^\\s\\x00][^\\x00${lineBreaks}]*$` });

/** Text whose size is its UTF-8 length. Each character takes at least one byte, so `maxLength` refuses nothing that fits. */
export const content = (maxBytes: number) =>
  sized(utf8Bytes, 'bytes of UTF-8', maxBytes, 3).meta({ maxLength: maxBytes, pattern: withoutNul });

/** The same with at least one character that is not white space. */
export const visibleContent = (maxBytes: number) =>
  content(maxBytes)
    .refine((value) => /\S/.test(value), 'must not be empty')
    .meta({ minLength: 1, pattern: visible });
