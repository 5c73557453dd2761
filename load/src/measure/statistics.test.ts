import { expect, it } from 'vitest';
import { median, quantile } from './statistics.ts';

it('quantiles lie between the values', () => {
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantile([4, 1, 3, 2, 5], share))).toEqual([1, 2, 3, 4, 5]);
  expect(quantile([1, 2], 0.25)).toBe(1.25);
  expect(median([1, 2, 3, 10])).toBe(2.5);
  expect(median([7])).toBe(7);
});

it('nothing has no median', () => expect(median([])).toBeNaN());
