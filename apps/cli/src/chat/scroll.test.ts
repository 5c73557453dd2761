import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, meeting, said } from './meeting.fixture.ts';
import type { Model } from './model.ts';
import { resized, scrolled } from './scroll.ts';
import { view } from './view.ts';

const talk = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => said('Ann', `Message ${from + i}.`, from + i));
const texts = (model: Model) => view(model, false).lines.flatMap((line) => /Message \d+\./.exec(line) ?? []);

test('who follows the end sees what is new', () => {
  expect(texts(after(meeting(), ...talk(1, 30))).at(-1)).toBe('Message 30.');
});

test('who reads further up is left there, however much is new', () => {
  const reading = scrolled(after(meeting(), ...talk(1, 30)), 1);
  expect(texts(after(reading, ...talk(31, 50)))).toEqual(texts(reading));
});

test('a screen up and down again is where one was, and both ends hold', () => {
  const model = after(meeting(), ...talk(1, 30));
  expect(texts(scrolled(scrolled(model, 1), -1))).toEqual(texts(model));
  expect(texts(scrolled(model, 99))[0]).toBe('Message 1.');
  expect(scrolled(model, -99).hidden).toBe(0);
});

test('another width keeps the lowest message where it was', () => {
  const reading = scrolled(after(meeting(), ...talk(1, 30)), 1);
  const lowest = texts(reading).at(-1);
  for (const columns of [30, 45, 100]) expect(texts(resized(reading, { columns, rows: 12 })).at(-1)).toBe(lowest);
});

test('the oldest entries give way', () => {
  const model = after(meeting(), ...talk(1, 2_100));
  expect(model.entries).toHaveLength(2_000);
  expect(texts(model).at(-1)).toBe('Message 2100.');
});

test('no way of scrolling and resizing leads out of the conversation', () => {
  const step = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.record({ columns: fc.integer({ min: 1, max: 90 }), rows: fc.integer({ min: 1, max: 30 }) }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const start = after(meeting(), ...talk(1, 15));
      const end = steps.reduce<Model>(
        (model, step) => (typeof step === 'number' ? scrolled(model, step) : resized(model, step)),
        start,
      );
      expect(end.hidden).toBeGreaterThanOrEqual(0);
      if (end.size.rows > 3 && end.size.columns > 30) expect(texts(end)).not.toEqual([]);
    }),
  );
});
