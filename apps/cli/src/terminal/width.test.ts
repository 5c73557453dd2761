import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { chop, clip, width, wrap } from './width.ts';

const letter = fc.oneof(
  fc.constantFrom(' ', 'a', '日', '👨‍👩‍👧', 'e\u0301', '\u0301'),
  fc.string({ unit: 'grapheme', maxLength: 1 }),
);
const text = fc.string({ unit: letter });
/** Also with what joins any number of characters to one, which may be too wide for any line. */
const anyText = fc.string({ unit: fc.oneof(letter, fc.constant('\u200d')) });
const columns = fc.integer({ min: 1, max: 20 });

test.each([
  ['plain', 5],
  ['Grüße', 5],
  ['e\u0301', 1],
  ['日本語', 6],
  ['ｆｕｌｌ', 8],
  ['한국', 4],
  ['👋', 2],
  ['👨‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['क्षि', 3],
  ['שלום', 4],
])('%s takes its columns: %i', (text, expected) => {
  expect(width(text)).toBe(expected);
});

test('lines break at spaces where there are any', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrap('incomprehensibilities', 8)).toEqual(['incompre', 'hensibil', 'ities']);
  expect(wrap('  indented text', 10)).toEqual(['  indented', 'text']);
  expect(wrap('', 8)).toEqual(['']);
});

test('what does not fit ends with a mark', () => {
  expect(clip('Hello there', 8)).toBe('Hello t…');
  expect(clip('日本語', 4)).toBe('日…');
  expect(clip('Hello', 5)).toBe('Hello');
  expect(clip('Hello', 0)).toBe('');
});

test('no piece is wider than there is room', () => {
  fc.assert(
    fc.property(anyText, columns, (text, columns) => {
      for (const line of [...chop(text, columns), ...wrap(text, columns), clip(text, columns)])
        expect(width(line)).toBeLessThanOrEqual(columns);
    }),
  );
});

test('pieces together are the text, and lines are it but for spaces', () => {
  const unspaced = (lines: string[]) => lines.join('').replace(/\s/g, '');
  fc.assert(
    fc.property(text, fc.integer({ min: 8, max: 20 }), (text, columns) => {
      expect(chop(text, columns).join('')).toBe(text);
      expect(unspaced(wrap(text, columns))).toBe(unspaced([text]));
    }),
  );
});

test.each(['é', '日', 'e\u0301', '🇩🇪', '👨‍👩‍👧', '\u200d', 'é '])(
  'a text of any length is taken apart in short pieces: of %j',
  (one) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    const text = one.repeat(64_000 / one.length);
    expect(chop(text, 80).join('')).toBe(text);
    const lengths = segment.mock.calls.map(([piece]) => piece.length);
    segment.mockRestore();
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 * text.length);
  },
);

test('what joins is not parted where a piece ends', () => {
  const families = '👨‍👩‍👧'.repeat(300);
  expect(width(families)).toBe(600);
  expect(width(`é${'🇩🇪'.repeat(600)}`)).toBe(1_201);
});
