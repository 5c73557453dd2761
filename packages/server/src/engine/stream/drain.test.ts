import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drain } from './drain.ts';
import type { Ending, Listener } from './follower.ts';
import { reconnectMs } from './notice.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** A feed whose listeners leave when they are ended; each end is noted with its time. */
function crowd(size: number) {
  const listening = new Set<Listener>();
  const ends: { i: number; at: number; why: Ending }[] = [];
  const join = (i: number) => {
    const listener = {
      end(why: Ending) {
        ends.push({ i, at: performance.now(), why });
        listening.delete(listener);
      },
    } as Listener;
    listening.add(listener);
  };
  for (let i = 0; i < size; i += 1) join(i);
  return { feed: { listening: () => [...listening] }, ends, join };
}

/** The largest share of all instants in any second. */
function largestShare(instants: number[]): number {
  const sorted = instants.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  sorted.forEach((at, i) => {
    while (sorted[first]! < at - 1_000) first += 1;
    most = Math.max(most, i - first + 1);
  });
  return most / instants.length;
}

const never = new AbortController().signal;

it('5,000 streams that are ended over 15 s, and come back as they were told, are never more than 10 % in any second', async () => {
  const { feed, ends } = crowd(5_000);
  const start = performance.now();
  const drained = drain(feed, { ms: 15_000, cut: never });
  await vi.advanceTimersByTimeAsync(15_000);
  await drained;
  expect(ends).toHaveLength(5_000);
  expect(new Set(ends.map(({ why }) => why))).toEqual(new Set(['stopping']));
  expect(Math.max(...ends.map(({ at }) => at)) - start).toBeGreaterThan(14_000);
  expect(largestShare(ends.map(({ at }) => at))).toBeLessThan(0.08);
  expect(largestShare(ends.map(({ at }) => at + reconnectMs()))).toBeLessThan(0.1);
});

it.each([1.5, 4, 12])('they are spread as evenly on a machine so busy that each timer takes %f times as long', async (times) => {
  const { feed, ends } = crowd(5_000);
  const now = () => times * performance.now();
  const drained = drain(feed, { ms: 15_000, cut: never, now });
  await vi.advanceTimersByTimeAsync(15_000 / times + 1);
  await drained;
  expect(ends).toHaveLength(5_000);
  const instants = ends.map(({ at }) => times * at);
  expect(largestShare(instants)).toBeLessThan(0.09);
  expect(largestShare(instants.map((at) => at + reconnectMs()))).toBeLessThan(0.09);
});

it('they are ended in no particular order, so that a space does not lose all its streams at once', async () => {
  const { feed, ends } = crowd(1_000);
  const drained = drain(feed, { ms: 5_000, cut: never });
  await vi.advanceTimersByTimeAsync(5_000);
  await drained;
  const firstHalf = ends.slice(0, 500).filter(({ i }) => i < 500).length;
  expect(firstHalf).toBeGreaterThan(150);
  expect(firstHalf).toBeLessThan(350);
});

it('after a pause of the process the rest is spread over the rest of the time, not ended at once', async () => {
  const { feed, ends } = crowd(1_000);
  let stalled = 0;
  const drained = drain(feed, { ms: 15_000, cut: never, now: () => performance.now() + stalled });
  await vi.advanceTimersByTimeAsync(1_000);
  stalled = 7_000;
  const before = ends.length;
  expect(before).toBeLessThan(100);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends.length - before).toBeLessThan(150);
  await vi.advanceTimersByTimeAsync(6_000);
  await drained;
  expect(ends).toHaveLength(1_000);
});

it('a listener that joins meanwhile is ended too, and the last one ends the wait', async () => {
  const { feed, ends, join } = crowd(2);
  const drained = drain(feed, { ms: 10_000, cut: never });
  await vi.advanceTimersByTimeAsync(1_000);
  join(2);
  await vi.advanceTimersByTimeAsync(9_000);
  await drained;
  expect(ends.map(({ i }) => i).toSorted()).toEqual([0, 1, 2]);
});

it('does not wait if nobody listens, and no longer once it is cut', async () => {
  await drain(crowd(0).feed, { ms: 60_000, cut: never });
  const cut = new AbortController();
  const { feed, ends } = crowd(10);
  const drained = drain(feed, { ms: 60_000, cut: cut.signal });
  await vi.advanceTimersByTimeAsync(100);
  cut.abort();
  await vi.advanceTimersByTimeAsync(100);
  await drained;
  expect(ends.length).toBeLessThan(10);
});
