import { expect, it } from 'vitest';
import type { Stage } from '../stage.ts';
import { compare, type Stages } from './compare.ts';

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

it('a section that the other commit cannot start is missing as a whole', async () => {
  const prepare = async (stage: Stage) => {
    if (stage === theirs) throw new Error('no such module');
    return { one: async () => 1, two: async () => 2 };
  };
  expect(await compare(prepare, stages, 1)).toEqual([
    { work: 'one', note: 'not in that commit: no such module' },
    { work: 'two', note: 'not in that commit: no such module' },
  ]);
});

it('a failure of this build is a failure', async () => {
  const prepare = async (stage: Stage) => ({
    send: async () => {
      if (stage === ours) throw new Error('broken');
      return 1;
    },
  });
  await expect(compare(prepare, stages, 1)).rejects.toThrow('broken');
});
