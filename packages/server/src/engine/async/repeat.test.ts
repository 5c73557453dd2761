import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a loop is late while its run is in progress, and not while it waits for the next', async () => {
  let finish = () => {};
  const work = () => new Promise<void>((resolve) => (finish = resolve));
  const loop = repeat({ everyMs: 60_000, work, failed: () => {} });
  await vi.advanceTimersByTimeAsync(900);
  expect(loop.lateMs()).toBe(0);
  await vi.advanceTimersByTimeAsync(5_100);
  expect(loop.lateMs()).toBe(5_000);
  finish();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(loop.lateMs()).toBe(0);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(loop.lateMs()).toBe(2_000);
  finish();
  await loop.stop();
});
