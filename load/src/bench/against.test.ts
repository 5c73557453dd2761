import { expect, it, vi } from 'vitest';
import { compare, confirmed, isWorse, judge, report, type Compared, type Pair, type Stages } from './against.ts';
import type { Stage } from './stage.ts';

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

const against = (theirs: number, ...ours: number[]): Pair[] => ours.map((each) => [each, theirs]);

it.each<[string, Pair[], object]>([
  ['within the limit when it costs as much as before', against(100, 98, 99, 100, 101, 102), { verdict: 'within', ratio: 1 }],
  ['shown with its quartiles', against(100, 98, 99, 100, 101, 102), { low: 0.99, high: 1.01 }],
  ['within the limit at 1.10', against(100, 110, 110, 110, 110), { verdict: 'within' }],
  ['worse when its rounds agree that it costs more', against(100, 112, 114, 115, 114), { verdict: 'worse', ratio: 1.14 }],
  ['worse in spite of a lucky round of eight', against(100, 80, 115, 116, 117, 118, 119, 120, 121), { verdict: 'worse' }],
  ['unclear when its spread reaches below the limit', against(100, 90, 95, 112, 114, 120, 150), { verdict: 'unclear' }],
  ['within the limit when only a few rounds were disturbed', against(100, 98, 99, 100, 101, 300, 500), { verdict: 'within' }],
  ['compared by rounds: what slows both down changes nothing', [100, 200, 800].map((n): Pair => [n, n]), { ratio: 1, high: 1 }],
])('a row is %s', (_, pairs, judgement) => expect(judge(pairs)).toMatchObject(judgement));

const compared: Compared[] = [
  { work: 'send: CPU, µs', pairs: [60, 61, 62, 63].map((ours) => [ours, 100]) },
  { work: 'read: CPU, µs', pairs: [24, 26, 25, 25].map((ours) => [ours, 20]) },
  { work: 'first page, ms', note: 'not in that commit: refused' },
];

it('shows ratio, quartiles and what both builds need, and names the rows that cost more', () => {
  expect(report(compared, 'e134e83', 4)).toBe(
    `| work           | ratio | quartiles    | this | e134e83 |                             |
| -------------- | ----- | ------------ | ---- | ------- | --------------------------- |
| send: CPU, µs  | 0.61  | 0.61 to 0.62 | 61.5 | 100     |                             |
| read: CPU, µs  | 1.25  | 1.24 to 1.26 | 25.0 | 20.0    | worse                       |
| first page, ms |       |              |      |         | not in that commit: refused |

Ratios of what this build and e134e83 need: medians of 4 rounds, or of 8 where the first 4 were above 1.10.

Above 1.10 by more than their spread explains:
- read: CPU, µs`,
  );
  expect(compared.map(isWorse)).toEqual([false, true, false]);
  const others = compared.filter((one) => !isWorse(one));
  expect(report(others, 'e134e83', 4)).toContain('No row is above 1.10 by more than its spread explains.');
});
