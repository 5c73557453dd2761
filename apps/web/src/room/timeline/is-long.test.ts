import { expect, it } from 'vitest';
import { isLong } from './is-long.ts';

it('a text is long by its lines, and by the length of these', () => {
  expect(['', 'Hello', 'line\n'.repeat(20), 'x'.repeat(2_000)].map(isLong)).toEqual([false, false, false, false]);
  expect(['line\n'.repeat(30), 'x'.repeat(2_500), `${'x'.repeat(89)}\n`.repeat(25)].map(isLong)).toEqual([true, true, true]);
});
