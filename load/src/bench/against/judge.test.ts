import { describe, expect, it } from 'vitest';
import { judge, type Pair } from './judge.ts';

const against = (theirs: number, ...ours: number[]): Pair[] => ours.map((each) => [each, theirs]);

describe('a row', () => {
  it('is within the limit when it costs as much as before', () =>
    expect(judge(against(100, 98, 99, 100, 101, 102))).toEqual({ ratio: 1, low: 0.99, high: 1.01, verdict: 'within' }));

  it('is within the limit at 1.10', () => expect(judge(against(100, 110, 110, 110, 110)).verdict).toBe('within'));

  it('is worse when its rounds agree that it costs more', () =>
    expect(judge(against(100, 112, 114, 115, 114))).toMatchObject({ ratio: 1.14, verdict: 'worse' }));

  it('is worse in spite of one lucky round of eight', () =>
    expect(judge(against(100, 80, 115, 116, 117, 118, 119, 120, 121)).verdict).toBe('worse'));

  it('is unclear when its spread reaches below the limit', () =>
    expect(judge(against(100, 90, 95, 112, 114, 120, 150)).verdict).toBe('unclear'));

  it('is within the limit when only a few rounds were disturbed', () =>
    expect(judge(against(100, 98, 99, 100, 101, 300, 500)).verdict).toBe('within'));

  it('is compared round by round: what slows both builds down changes nothing', () =>
    expect(judge([100, 200, 400, 800].map((both): Pair => [both, both]))).toMatchObject({ ratio: 1, low: 1, high: 1 }));
});
