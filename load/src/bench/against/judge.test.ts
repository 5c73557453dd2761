import { expect, it } from 'vitest';
import { judge, type Pair } from './judge.ts';

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
