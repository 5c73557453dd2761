import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchFreeDisk } from './free-disk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const second = () => vi.advanceTimersByTimeAsync(1_000);

it('knows at the start, and every second, whether the free space is below the floor, and reports each change', async () => {
  let free: number | Error = 99;
  const told: boolean[] = [];
  const probe = async () => {
    if (free instanceof Error) throw free;
    return free;
  };
  const disk = await watchFreeDisk('.', { bytes: 100, crossed: (isBelow) => told.push(isBelow), probe });
  const seen = [disk.isBelow];
  for (free of [99, 100, 101, new Error('away'), 0, new Error('away')]) {
    await second();
    seen.push(disk.isBelow);
  }
  expect(seen).toEqual([true, true, false, false, false, true, true]);
  expect(told).toEqual([true, false, true]);
  await disk.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('starts even if the free space cannot be read, and knows it as soon as it can', async () => {
  let free = () => Promise.reject<number>(new Error('away'));
  const disk = await watchFreeDisk('.', { bytes: 100, crossed: () => {}, probe: () => free() });
  expect(disk.isBelow).toBe(false);
  free = async () => 99;
  await second();
  expect(disk.isBelow).toBe(true);
  await disk.stop();
});

it('reads the real disk', async () => {
  const watch = (bytes: number) => watchFreeDisk('.', { bytes, crossed: () => {} });
  const disks = await Promise.all([watch(1), watch(Number.MAX_SAFE_INTEGER)]);
  expect(disks.map((disk) => disk.isBelow)).toEqual([false, true]);
  await Promise.all(disks.map((disk) => disk.stop()));
});
