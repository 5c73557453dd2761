import { expect, it } from 'vitest';
import { findUnlessMissed, Misses } from './misses.ts';

function counted(atMost?: number) {
  const clock = { now: 0 };
  const known = new Map<string, string>();
  let looks = 0;
  const misses = new Misses({ now: () => clock.now, ...(atMost && { atMost }) });
  return {
    clock,
    known,
    looks: () => looks,
    find: (key: string) =>
      findUnlessMissed(misses, key, async () => {
        looks += 1;
        return known.get(key);
      }),
  };
}

it('a miss is not looked up again within a second', async () => {
  const { find, looks, known, clock } = counted();
  for (let i = 0; i < 5; i += 1) expect(await find('a')).toBeUndefined();
  expect(looks()).toBe(1);
  known.set('a', 'found');
  clock.now = 999;
  expect(await find('a')).toBeUndefined();
  clock.now = 1_000;
  expect(await find('a')).toBe('found');
});

it('a hit is looked up every time, so that it can end', async () => {
  const { find, looks, known } = counted();
  known.set('a', 'found');
  expect([await find('a'), await find('a')]).toEqual(['found', 'found']);
  known.delete('a');
  expect(await find('a')).toBeUndefined();
  expect(looks()).toBe(3);
});

it('remembers only the newest entries up to its capacity', async () => {
  const { find, looks } = counted(2);
  for (const key of ['a', 'b', 'c', 'b', 'c']) await find(key);
  expect(looks()).toBe(3);
  await find('a');
  expect(looks()).toBe(4);
});
