import { expect, it } from 'vitest';
import { FullInboxes } from './full-inboxes.ts';

it('remembers an addressee for a minute after the last note', () => {
  const fullInboxes = new FullInboxes();
  expect(fullInboxes.has('s', 'a', 0)).toBe(false);
  fullInboxes.note('s', 'a', 0);
  fullInboxes.note('s', 'a', 30_000);
  expect([89_999, 90_000].map((now) => fullInboxes.has('s', 'a', now))).toEqual([true, false]);
  expect(fullInboxes.has('t', 'a', 30_000)).toBe(false);
});

it('forgets the oldest beyond 10,000', () => {
  const fullInboxes = new FullInboxes();
  for (let i = 0; i < 10_000; i += 1) fullInboxes.note('s', `${i}`, 0);
  fullInboxes.note('s', '0', 1);
  fullInboxes.note('s', 'another', 1);
  expect(['0', '1', '2', 'another'].map((id) => fullInboxes.has('s', id, 1))).toEqual([true, false, true, true]);
});
