import { describe, expect, it } from 'vitest';
import { median, percentile, quantile } from './statistics.ts';

it('quantiles lie between the values', () => {
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantile([4, 1, 3, 2, 5], share))).toEqual([1, 2, 3, 4, 5]);
  expect(quantile([1, 2], 0.25)).toBe(1.25);
  expect(median([1, 2, 3, 10])).toBe(2.5);
  expect(median([7])).toBe(7);
});

it('nothing has no median', () => expect(median([])).toBeNaN());

describe('percentile', () => {
  it('is the smallest value that the given percentage does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(percentile(hundred, 99)).toBe(99);
    expect(percentile(hundred, 100)).toBe(100);
    expect(percentile([7], 99)).toBe(7);
  });

  it('of nothing is endless, since nothing was answered', () => expect(percentile([], 99)).toBe(Infinity));
});
