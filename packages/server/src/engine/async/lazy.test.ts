import { expect, it } from 'vitest';
import { lazy } from './lazy.ts';

it('a failed creation is repeated at the next use, and a created value is kept', async () => {
  let tries = 0;
  const value = lazy(async () => {
    tries += 1;
    if (tries === 1) throw new Error('away');
    return tries;
  });
  await expect(Promise.all([value(), value()])).rejects.toThrow('away');
  expect(await Promise.all([value(), value()])).toEqual([2, 2]);
  expect(await value()).toBe(2);
});
