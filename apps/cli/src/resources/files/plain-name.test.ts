import { expect, test } from 'vitest';
import { isPlainName } from './plain-name.ts';

test.each(['build.log', 'release 4.zip', 'größe (2).md', 'console.log', 'nullable.ts', 'a..b'])('%j is a plain name', (name) => {
  expect(isPlainName(name)).toBe(true);
});

test.each([
  ...[
    '',
    '.',
    '..',
    '.bashrc',
    'a/b',
    String.raw`a\b`,
    '../x',
    'a\nb',
    'a\u202Egnp.exe',
    'a\u200Bb',
    'C:x',
    'a:stream',
    'a*',
    'a?',
  ],
  ...['a"', '<a', 'a>', 'a|b', 'a.', 'a ', 'con', 'NUL.txt', 'com1', 'LPT9.log', 'aux .txt', 'conout$'],
])('%j is none', (name) => {
  expect(isPlainName(name)).toBe(false);
});
