import { expect, test } from 'vitest';
import { folded } from './folded.ts';

test('a text of more than 30 rows keeps 24, also if it is one long line', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `${i}`).join('\n');
  expect(folded(lines(30), 80)).toEqual({ text: lines(30), hidden: 0 });
  expect(folded(lines(31), 80)).toEqual({ text: lines(24), hidden: 7 });
  const { text, hidden } = folded('x'.repeat(4_000), 80);
  expect([text.split('\n').length, hidden]).toEqual([24, 26]);
});
