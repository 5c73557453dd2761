import { expect, test } from 'vitest';
import { quoted, shellWords } from './shell-words.ts';
import { shells } from './shells.ts';

test('a line is split as a shell splits it, without expansion', () => {
  expect(shellWords(String.raw`parley mute Big\ G`)).toMatchObject({ words: ['parley', 'mute', 'Big G'], quote: '' });
  expect(shellWords(`parley mute "Big G`)).toMatchObject({ words: ['parley', 'mute', 'Big G'], raw: '"Big G', quote: '"' });
  expect(shellWords(`parley mute 'a\\b' `)).toMatchObject({ words: ['parley', 'mute', 'a\\b', ''], raw: '' });
  expect(shellWords('parley use $(rm)').words).toEqual(['parley', 'use', '$(rm)']);
});

test('what is quoted reads back as the same word, in each quote', () => {
  for (const text of ['Big Gus', `it's`, 'a"b', '$(rm -rf)', 'x;y&z', '`id`', 'Grüße', 'back\\slash']) {
    for (const quote of ['', '"', "'"]) expect(shellWords(quote + quoted(text, quote) + quote).words).toEqual([text]);
  }
});

test('bash gets only the part that it replaces', () => {
  const print = (value: string, ...passed: string[]) => shells.bash.print({ value, about: '' }, passed);
  expect(print('Big Gus', 'B', 'parley mute B')).toBe(String.raw`Big\ Gus`);
  expect(print('Big Gus', 'B', 'parley mute "B')).toBe('Big Gus');
  expect(print('--type=image', 'im', 'parley send --type=im')).toBe('image');
  expect(print('Plan: A', '', 'parley artifact show Plan:')).toBe(String.raw`\ A`);
});
