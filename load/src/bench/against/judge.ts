import { median, quantile } from '../../measure/statistics.ts';

/** A change may cost so much more. */
export const limit = 1.1;

/** What both builds needed in the same round. */
export type Pair = readonly [ours: number, theirs: number];

export interface Judgement {
  /** The median of the ratios, and the quartiles between which half of them lie. */
  ratio: number;
  low: number;
  high: number;
  verdict: 'within' | 'unclear' | 'worse';
}

/** A row is worse if three quarters of its rounds are above the limit, and unclear if only the median is. */
export function judge(pairs: readonly Pair[]): Judgement {
  const ratios = pairs.map(([ours, theirs]) => ours / theirs);
  const [ratio, low, high] = [median(ratios), quantile(ratios, 0.25), quantile(ratios, 0.75)];
  return { ratio, low, high, verdict: low > limit ? 'worse' : ratio > limit ? 'unclear' : 'within' };
}
