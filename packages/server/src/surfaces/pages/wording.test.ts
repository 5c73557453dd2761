import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onOneLine, quoted } from './wording.ts';

const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const everything = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
const invisible = everything.map((code) => String.fromCodePoint(code)).filter((text) => unseen.test(text));
const tagged = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('');

describe('text that others wrote', () => {
  it('hides nothing from a human or a model: invisible characters are spelled out or dropped', () => {
    expect(invisible.length).toBeGreaterThan(4_000);
    for (const character of invisible) {
      const code = character.codePointAt(0)!.toString(16).padStart(4, '0');
      expect(quoted(`a${character}b`)).toBe(`\`\`\`text\n| a\\u{${code}}b\n\`\`\``);
      expect(onOneLine(`a${character}b`), code).toBe('ab');
    }
    expect(quoted(`Agree${tagged('now')}`)).toContain('| Agree\\u{e006e}\\u{e006f}\\u{e0077}\n');
    expect(onOneLine(`Agree${tagged('now')}`)).toBe('Agree');
  });

  it('hides nothing in any mixture', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...invisible), fc.constantFrom('a', 'é', '語', '\n', '`'))), (parts) => {
        expect(quoted(parts.join(''))).not.toMatch(unseen);
        expect(onOneLine(parts.join(''))).not.toMatch(unseen);
      }),
    ));

  it('keeps the joiners inside an emoji, and no others', () => {
    const emoji = '👨‍👩‍👧 ❤️ 1️⃣ 👩🏽‍💻 🏳️‍🌈 ⚕️';
    expect(onOneLine(emoji)).toBe(emoji);
    expect(quoted(emoji)).toContain(emoji);
    expect(onOneLine('a\u200db 1\ufe0f 👨\u200d\u200d👩 ❤\ufe0f\ufe0f ❤\u200d')).toBe('ab 1 👨👩 ❤\ufe0f ❤');
  });
});
