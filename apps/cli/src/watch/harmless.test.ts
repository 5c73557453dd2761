import fc from 'fast-check';
import { expect, test } from 'vitest';
import { harmless, harmlessLines } from './harmless.ts';

test('escape sequences are shown instead of obeyed', () => {
  expect(harmless('\x1b[31mred\x1b[0m')).toBe('␛[31mred␛[0m');
  expect(harmless('\x9b2J')).toBe('\ufffd2J');
  expect(harmless('bell\x07 back\b rub\x7f nul\0')).toBe('bell␇ back␈ rub␡ nul␀');
});

test('several lines become one, or stay lines where there is room for them', () => {
  expect(harmless('one\r\ntwo\rthree\u2028four')).toBe('one ⏎ two ⏎ three ⏎ four');
  expect(harmlessLines('one\r\ntwo\n\nthree')).toEqual(['one', 'two', '', 'three']);
});

test('marks that turn the direction of text are taken out of force', () => {
  expect(harmless('\u202egnp.exe\u2066')).toBe('\ufffdgnp.exe\ufffd');
});

test('what people write stays as it is', () => {
  const text = 'Grüße, 日本語, שלום, 👨‍👩‍👧 e\u0301 (=^.^=)';
  expect(harmless(text)).toBe(text);
});

test('no control character is left, whatever comes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const line of [harmless(text), ...harmlessLines(text)])
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u);
    }),
  );
});
