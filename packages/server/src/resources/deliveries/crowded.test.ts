import { expect, it } from 'vitest';
import { Crowded } from './crowded.ts';

it('remembers an addressee for a minute after the last note', () => {
  const crowded = new Crowded();
  expect(crowded.has('s', 'a', 0)).toBe(false);
  crowded.note('s', 'a', 0);
  crowded.note('s', 'a', 30_000);
  expect([89_999, 90_000].map((now) => crowded.has('s', 'a', now))).toEqual([true, false]);
  expect(crowded.has('t', 'a', 30_000)).toBe(false);
});

it('forgets the oldest beyond 10,000', () => {
  const crowded = new Crowded();
  for (let i = 0; i < 10_000; i += 1) crowded.note('s', `${i}`, 0);
  crowded.note('s', '0', 1);
  crowded.note('s', 'another', 1);
  expect(['0', '1', '2', 'another'].map((id) => crowded.has('s', id, 1))).toEqual([true, false, true, true]);
});
