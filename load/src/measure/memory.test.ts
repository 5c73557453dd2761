import { expect, it } from 'vitest';
import { judged, slopeOf } from './memory.ts';

const minutes = (count: number, mbAt: (minute: number) => number) =>
  Array.from({ length: count * 60 }, (_, second) => [second / 60, mbAt(second / 60)] as const);

it('fits a line', () => {
  expect(
    slopeOf([
      [0, 1],
      [1, 3],
      [2, 5],
    ]),
  ).toBeCloseTo(2);
  expect(slopeOf([[1, 3]])).toBe(0);
});

it('says how memory grows, without the warm-up', () => {
  const { faults, figures } = judged(minutes(30, (minute) => (minute < 10 ? 100 + 20 * minute : 300)));
  expect(faults).toEqual([]);
  expect(figures).toContain('+0.00 MB/min');
});

it('finds a leak, but not in a run that is too short to tell', () => {
  const leak = (minute: number) => 300 + 10 * minute;
  expect(judged(minutes(30, leak)).faults).toEqual(['memory grew by 200 MB in 20 min']);
  expect(judged(minutes(3, leak)).faults).toEqual([]);
});
