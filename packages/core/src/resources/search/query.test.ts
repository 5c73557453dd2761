import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Matcher } from './match.ts';
import { termsOf } from './query.ts';

const finds = (query: string, ...texts: string[]): boolean => new Matcher(termsOf(query)).isIn(texts);

describe('what is looked for', () => {
  it('is words and phrases, each once', () => {
    const inWords = (query: string) => termsOf(query).map(({ words }) => words.length);
    expect(inWords('one two one')).toEqual([1, 1]);
    expect(inWords('"one two" three')).toEqual([2, 1]);
    expect(inWords('“one two” „three')).toEqual([2, 1]);
    expect(inWords('one"two three"four')).toEqual([1, 2, 1]);
    expect(inWords('"unfinished phrase')).toEqual([2]);
    expect(inWords(' "" \t "\n" \u0001')).toEqual([]);
  });

  it('is found if all of it is there, in any order, in one or several texts', () => {
    expect(finds('login safari', 'Fails in Safari: the login')).toBe(true);
    expect(finds('login safari', 'The login', 'fails in Safari')).toBe(true);
    expect(finds('login firefox', 'Fails in Safari: the login')).toBe(false);
  });

  it('is found in the middle of a word if it has three letters, otherwise only at the beginning of one', () => {
    expect(finds('gin', 'login')).toBe(true);
    expect(finds('in', 'login')).toBe(false);
    expect(finds('in', 'log (inside)')).toBe(true);
    expect(finds('lo', 'login')).toBe(true);
    expect(finds('10', '2010')).toBe(false);
    expect(finds('in', 'log_in')).toBe(false);
    expect(finds('in', 'é'.normalize('NFD') + 'in')).toBe(false);
    expect(finds('ин', 'один')).toBe(false);
    expect(finds('од', 'Один')).toBe(true);
  });

  it('is a phrase with its words in this order, whatever the white space', () => {
    expect(finds('"two words"', 'my two\u00a0\n words')).toBe(true);
    expect(finds('"two words"', 'words two')).toBe(false);
    expect(finds('"two words"', 'two, words')).toBe(false);
    expect(finds('"a word"', 'ala word')).toBe(false);
  });

  it('is nothing but text: no character has a meaning', () => {
    const odd = [
      '.*',
      'a+b',
      '(x',
      '[^',
      '\\d',
      '$1',
      '^a',
      'a{2}',
      'a|b',
      '%',
      '_',
      'C#',
      '->',
      "it's",
      '***:',
      '(?i)',
      '[[:<:]]',
    ];
    for (const text of odd) {
      expect(finds(text, `see ${text} there`), text).toBe(true);
      expect(finds(text, 'nothing'), text).toBe(false);
    }
  });
});

describe('letters', () => {
  it.each([
    ['straße', 'STRAẞE'],
    ['istanbul', 'İSTANBUL'],
    ['ISTANBUL', 'ıstanbul'],
    ['kelvin', '\u212aelvin'],
    ['ΟΔΟΣ', 'οδός'.normalize('NFD').replaceAll(/\p{M}/gu, '')],
    ['οδος', 'ΟΔΟΣ'],
    ['fuſs', 'FUSS'],
    ['привет', 'ПРИВЕТ'],
    ['ǆ', 'ǅ'],
    ['µm', 'ΜM'],
    ['ⓐⓑⓒ', 'ⒶⒷⒸ'],
    ['𐐨𐐩𐐪', '𐐀𐐁𐐂'],
  ])('%s is found as %s', (query, text) => {
    expect(finds(query, text)).toBe(true);
    expect(finds(text, query)).toBe(true);
  });

  it('with marks are found whether they are one character or several', () => {
    for (const word of ['café', 'ÅNGSTRÖM', 'việt', '한국어', 'ガイド']) {
      for (const [a, b] of [
        ['NFC', 'NFD'],
        ['NFD', 'NFC'],
      ]) {
        expect(finds(word.normalize(a), `a ${word.normalize(b)}!`), word).toBe(true);
        expect(finds(word.normalize(a), word.toLowerCase().normalize(b)), word).toBe(true);
      }
    }
    expect(finds('cafe', 'café')).toBe(false);
  });

  it('of scripts without spaces begin a word anywhere', () => {
    expect(finds('会議', '明日の会議は十時')).toBe(true);
    expect(finds('議', '明日の会議は十時')).toBe(true);
    expect(finds('กา', 'ประชุมการ')).toBe(true);
    expect(finds('AI', '使用AI的人')).toBe(true);
    expect(finds('한', '무한')).toBe(false);
  });

  it('of right-to-left scripts, and pictures, are found like all others', () => {
    expect(finds('سلام', 'قال: سلام!')).toBe(true);
    expect(finds('سل', 'والسلام')).toBe(false);
    expect(finds('של', 'זה של דן')).toBe(true);
    expect(finds('👍', 'done👍')).toBe(true);
    expect(finds('👩‍💻', 'a 👩‍💻 works')).toBe(true);
  });
});

describe('a search', () => {
  it('finds every part of a text with three letters or more, and takes a time in proportion to the text', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 3, maxLength: 30 }).filter((each) => !/["“”„\s\p{Cc}]/u.test(each));
    fc.assert(
      fc.property(text, fc.nat(20), fc.nat(20), (whole, from, length) => {
        const part = [...whole].slice(from, from + 3 + length).join('');
        fc.pre((part.match(/\P{M}/gu)?.length ?? 0) >= 3);
        expect(finds(part, whole)).toBe(true);
        expect(finds(whole, whole)).toBe(true);
      }),
    );
    expect(finds(`"${'a '.repeat(200)}b"`, 'a '.repeat(32_000))).toBe(false);
  });
});
