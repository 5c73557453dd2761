import { expect, test } from 'vitest';
import { asRead, caughtUpTo, isUnread, withTold } from './caught.ts';

test('a session is caught up from where the last one started that has acted', () => {
  expect(caughtUpTo(undefined, 'a')).toBe(0);
  const first = withTold(undefined, 'a', 7);
  expect(first.some(isUnread)).toBe(true);
  expect(caughtUpTo(first, 'a'), 'nobody may have read it').toBe(0);
  const read = asRead(first);
  expect(read.some(isUnread)).toBe(false);
  expect(caughtUpTo(read, 'a')).toBe(7);
  const again = withTold(read, 'a', 9);
  expect(caughtUpTo(again, 'a')).toBe(7);
  expect(caughtUpTo(asRead(withTold(again, 'a', 12)), 'a')).toBe(12);
});

test('each membership is caught up alone; the one that was told last is the last of the list', () => {
  const told = withTold(withTold(withTold([], 'a', 1), 'b', 2), 'a', 3);
  expect(told).toEqual([
    { membership: 'b', after: 0, told: 2 },
    { membership: 'a', after: 0, told: 3 },
  ]);
});
