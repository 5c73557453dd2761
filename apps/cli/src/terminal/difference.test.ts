import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { difference } from './difference.ts';

const lines = (mark: string, count: number): string => Array.from({ length: count }, (_, i) => `${mark}${i}\n`).join('');

test('a few changes are shown between the lines that stay', async () => {
  const { plain } = await difference({ name: 'a', text: 'one\ntwo\nthree' }, { name: 'b', text: 'one\n2\nthree' });
  expect(plain).toBe('--- a\n+++ b\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n\\ No newline at end of file\n');
});

test('texts of many lines with nothing in common are replaced as a whole, without comparing each line with each', async () => {
  const [before, after] = [lines('a', 50_000), `${lines('b', 50_000)}end`];
  const { plain } = await difference({ name: 'a', text: before }, { name: 'b', text: after });
  expect(plain.split('\n', 4)).toEqual(['--- a', '+++ b', '@@ -1,50000 +1,50001 @@', '-a0']);
  expect(applyPatch(before, plain)).toBe(after);
});
