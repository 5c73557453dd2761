import { expect, test } from 'vitest';
import { colourOf, paint } from './paint.ts';

test('a participant always has the same colour', () => {
  const id = '6f1c2f5e-6d3e-4c8a-9d0b-2b6f0f7a1c11';
  expect([id, id].map(colourOf)).toEqual([35, 35]);
  expect(new Set(Array.from({ length: 200 }, (_, i) => colourOf(`${i}`))).size).toBe(12);
});

test('without colours, bold text stays bold', () => {
  expect(paint('Ann', { bold: true, colour: 33 }, true)).toBe('\x1b[1;38;5;33mAnn\x1b[0m');
  expect(paint('Ann', { bold: true, colour: 33 }, false)).toBe('\x1b[1mAnn\x1b[0m');
  expect(paint('Ann', { colour: 33 }, false)).toBe('Ann');
});
