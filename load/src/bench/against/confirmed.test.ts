import { expect, it, vi } from 'vitest';
import type { Compared } from './compare.ts';
import { confirmed } from './confirmed.ts';
import type { Pair } from './judge.ts';

type Measure = () => Promise<Compared[]>;

const row = (work: string, ...ratios: number[]): Compared => ({ work, pairs: ratios.map((ratio): Pair => [ratio, 1]) });

it('what is within the limit is measured once', async () => {
  const measure = vi.fn<Measure>(async () => [row('send', 1, 1.1)]);
  expect(await confirmed(measure)).toEqual([row('send', 1, 1.1)]);
  expect(measure).toHaveBeenCalledTimes(1);
});

it('a section with a row above the limit is measured once more, and all rounds count', async () => {
  const measure = vi
    .fn<Measure>(async () => [row('send', 1, 1), row('read', 1.2, 1.3)])
    .mockImplementationOnce(async () => [row('send', 1.5, 1.4), row('read', 1, 1)]);
  expect(await confirmed(measure)).toEqual([row('send', 1.5, 1.4, 1, 1), row('read', 1, 1, 1.2, 1.3)]);
  expect(measure).toHaveBeenCalledTimes(2);
});

it('what the other commit lacks stays noted', async () => {
  const note: Compared = { work: 'new', note: 'not in that commit: 404' };
  expect(await confirmed(async () => [note, row('send', 2)])).toEqual([note, row('send', 2, 2)]);
});
