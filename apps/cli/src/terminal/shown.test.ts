import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paint } from '../watch/paint.ts';
import { shown } from './shown.ts';

test('the styles of the command stay, and every other escape sequence is shown', () => {
  const own = `${paint('Bob', { colour: 33, bold: true, dim: true, inverse: true }, true)} \x1b[31mred\x1b[39m \x1b[2mdim\x1b[22m`;
  expect(shown(own)).toBe(own);
  expect(shown('a\x1b[2Kb\x1b]0;owned\x07c')).toBe('a␛[2Kb␛]0;owned␇c');
  expect(shown('\x1b[8mhidden \x1b[5mblinking \x1b[mreset')).toBe('␛[8mhidden ␛[5mblinking ␛[mreset');
  expect(shown('one\ntwo\rthree')).toBe('one\ntwo\nthree');
});

test('no control character is left but line ends and styles', () => {
  const parts = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\x1b[', '1', 'm', ';', '38;5;', '\x1b', '[0m', 'K'));
  fc.assert(
    fc.property(fc.array(parts), (all) => {
      const left = shown(all.join('')).replace(/\x1b\[[\d;]+m/g, '');
      expect(left).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }),
  );
});
