import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract, name as rules } from '../index.ts';

const joinSpace = contract().joinSpace.input;
const spaceId = '11111111-1111-4111-8111-111111111111';
const stored = (name: string) => joinSpace.safeParse({ spaceId, name }).data?.name;

describe('a name', () => {
  it('is stored composed, and with single spaces inside only', () => {
    expect(stored('  Ada\u00a0\u2003 Lovelace\t\n')).toBe('Ada Lovelace');
    expect(stored('Jose\u0301')).toBe('Jos\u00e9');
    expect(stored(' \u3000\n')).toBeUndefined();
  });

  it.each([
    '\u202eagalO',
    'Ol\u200bga',
    'Olga\u200d',
    '\u2066Olga\u2069',
    'Ol\u00adga',
    'Olga\ufeff',
    'Olga\u3164',
    '\u2800',
    'Olga\ufe0f',
    'O\u034flga',
    'a\u0007b',
    'Olga\u{e0041}',
    '\u200fOlga',
    'Ol\u200cga',
    'Olga\u{e0100}',
    '\u{1f3f4}\u{e0041}',
  ])('has no character that nobody sees: %j', (name) => expect(stored(name)).toBeUndefined());

  it.each([
    '👩‍🚀',
    '👨‍👩‍👧',
    '👍🏽',
    '❤️',
    '❤️‍🔥',
    '🏳️‍🌈',
    '1️⃣',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '🇩🇪',
    'می‌خواهم',
    'क्‍ष',
    'ශ්‍රී',
    'ക്‍',
    'Zoë',
    '王小明',
    '葛\u{e0100}城',
    'Ольга',
    'עמית',
    'د. سارة',
    'O’Brien-Smith',
    'ａｇｅｎｔ',
  ])('has joiners where a script or an emoji needs them: %j', (name) => expect(stored(name)).toBe(name.normalize('NFC')));

  it('that is stored can be stored again, and needs linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        const once = stored(name);
        if (once !== undefined) expect(stored(once)).toBe(once);
      }),
    );
    for (const run of ['\u200d', '👩\u200d', 'क\u200d', '1\ufe0f', '\u{1f3f4}\u{e0061}', ' \u200b']) {
      const from = Date.now();
      rules.hidesCharacters(run.repeat(100_000));
      expect(Date.now() - from).toBeLessThan(2_000);
    }
  });
});
