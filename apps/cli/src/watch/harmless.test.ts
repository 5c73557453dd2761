import fc from 'fast-check';
import { expect, test } from 'vitest';
import { harmlessJson } from '../terminal/harmless.ts';
import { harmless, harmlessLines } from './harmless.ts';

test('escape sequences are shown, not executed', () => {
  expect(harmless('\x1b[31mred\x1b[0m')).toBe('␛[31mred␛[0m');
  expect(harmless('\x9b2J')).toBe('\ufffd2J');
  expect(harmless('bell\x07 back\b rub\x7f nul\0')).toBe('bell␇ back␈ rub␡ nul␀');
});

test('several lines are joined into one, or returned as lines', () => {
  expect(harmless('one\r\ntwo\rthree\u2028four')).toBe('one ⏎ two ⏎ three ⏎ four');
  expect(harmlessLines('one\r\ntwo\n\nthree')).toEqual(['one', 'two', '', 'three']);
});

test('direction marks are replaced', () => {
  expect(harmless('\u202egnp.exe\u2066')).toBe('\ufffdgnp.exe\ufffd');
});

test('ordinary text is unchanged', () => {
  const text = 'Grüße, 日本語, שלום, 👨‍👩‍👧 e\u0301 (=^.^=)';
  expect(harmless(text)).toBe(text);
});

const everything = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
const invisible = everything
  .map((code) => String.fromCodePoint(code))
  .filter((text) => /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text));
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

test('no invisible character is left, alone or in a row', () => {
  expect(invisible.length).toBeGreaterThan(4_000);
  for (const character of invisible)
    expect(harmless(`a${character}b`), character.codePointAt(0)!.toString(16)).not.toMatch(unseen);
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...invisible), fc.constantFrom('a', 'é', '語', ' '))), (parts) => {
      expect(harmless(parts.join(''))).not.toMatch(unseen);
      expect(harmlessJson(parts.join(''))).not.toMatch(unseen);
      expect(JSON.parse(harmlessJson(parts.join('')))).toBe(parts.join(''));
    }),
  );
  expect(harmless(`Agree${[...'now'].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('')}`)).toBe(
    'Agree\ufffd\ufffd\ufffd',
  );
});

test('only joiners inside an emoji stay', () => {
  const emoji = '👨‍👩‍👧 ❤️ 1️⃣ 👩🏽‍💻 🏳️‍🌈 ⚕️';
  expect(harmless(emoji)).toBe(emoji);
  expect(harmless('a\u200db 1\ufe0f 👨\u200d\u200d👩 ❤\ufe0f\ufe0f ❤\u200d')).toBe('ab 1 👨👩 ❤\ufe0f ❤');
  expect(harmless('می\u200cخواهم')).toBe('میخواهم');
});

test('no control character is left in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const line of [harmless(text), ...harmlessLines(text)])
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u);
    }),
  );
});
