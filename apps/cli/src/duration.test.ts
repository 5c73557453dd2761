import { expect, test } from 'vitest';
import { duration, instant, whole } from './duration.ts';
import { inWords } from './in-words.ts';

test('a time is a number with a unit', () => {
  expect(['0s', '90s', '30m', '2h', '7d', '1.5h'].map(duration)).toEqual([0, 90, 1800, 7200, 604_800, 5400]);
  for (const text of ['', 'soon', '-1', '2w', '1 h']) expect(() => duration(text)).toThrow('Give a time');
  expect(() => duration('5')).toThrow('A time needs a unit: 5s, 5m, 5h or 5d.');
});

test('seconds are shown in their two largest units', () => {
  expect([0, 59, 61, 7200, 90_061, -5].map(inWords)).toEqual(['0 s', '59 s', '1 min 1 s', '2 h', '1 d 1 h', '0 s']);
});

test('an instant is a date-time, or how long ago; a number alone is neither', () => {
  expect(instant('2026-01-31T12:00:00Z').toJSON()).toBe('2026-01-31T12:00:00.000Z');
  const ago = instant('10m').getTime();
  expect(Date.now() - ago).toBeGreaterThanOrEqual(600_000);
  expect(() => instant('10')).toThrow('A time needs a unit');
  expect(() => instant('soon')).toThrow('Give a time such as 10m');
});

test('a whole number is digits only', () => {
  expect(whole('12')).toBe(12);
  for (const text of ['', '1.5', '-1', '0x1']) expect(() => whole(text)).toThrow('Give a whole number');
});
