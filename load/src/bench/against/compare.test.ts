import { expect, it, vi } from 'vitest';
import type { Stage } from '../stage.ts';
import { compare, confirmed, type Compared, type Stages } from './compare.ts';
import type { Pair } from './judge.ts';

const [ours, theirs] = [{}, {}] as unknown as [Stage, Stage];
const stages: Stages = [ours, theirs];

it('both builds are measured in each round, in changing order, after a round to warm up', async () => {
  const asked: string[] = [];
  const prepare = async (stage: Stage) => ({
    send: async () => asked.push(stage === ours ? 'ours' : 'theirs'),
  });
  const compared = await compare(prepare, stages, 2);
  expect(asked).toEqual(['ours', 'theirs', 'ours', 'theirs', 'theirs', 'ours']);
  expect(compared).toEqual([
    {
      work: 'send',
      pairs: [
        [3, 4],
        [6, 5],
      ],
    },
  ]);
});

it('what the other commit cannot do is missing, and the rest is compared', async () => {
  const prepare = async (stage: Stage) => ({
    old: async () => 1,
    new: async () => {
      if (stage === theirs) throw new Error('refused: 404\nNot found');
      return 1;
    },
  });
  expect(await compare(prepare, stages, 1)).toEqual([
    { work: 'old', pairs: [[1, 1]] },
    { work: 'new', note: 'not in that commit: refused: 404' },
  ]);
});

it('a section that the other commit cannot start is missing, and a failure of this build is a failure', async () => {
  const unless = (failing: Stage) => async (stage: Stage) => {
    if (stage === failing) throw new Error('no such module');
    return { one: async () => 1, two: async () => 2 };
  };
  const note = 'not in that commit: no such module';
  expect(await compare(unless(theirs), stages, 1)).toEqual([
    { work: 'one', note },
    { work: 'two', note },
  ]);
  await expect(compare(unless(ours), stages, 1)).rejects.toThrow('no such module');
});

const row = (work: string, ...ratios: number[]): Compared => ({ work, pairs: ratios.map((ratio): Pair => [ratio, 1]) });

it('a section with a row above the limit is measured once more, and all rounds count', async () => {
  const note: Compared = { work: 'new', note: 'not in that commit: 404' };
  const measure = vi
    .fn<() => Promise<Compared[]>>(async () => [row('send', 1, 1), row('read', 1.2, 1.3), note])
    .mockImplementationOnce(async () => [row('send', 1.5, 1.4), row('read', 1, 1), note]);
  expect(await confirmed(measure)).toEqual([row('send', 1.5, 1.4, 1, 1), row('read', 1, 1, 1.2, 1.3), note]);
  const within = vi.fn<() => Promise<Compared[]>>(async () => [row('send', 1, 1.1)]);
  expect(await confirmed(within)).toEqual([row('send', 1, 1.1)]);
  expect([measure, within].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});
