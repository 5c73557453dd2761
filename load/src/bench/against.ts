import { median, quantile } from '../measure/statistics.ts';
import { firstLine } from '../process/first-line.ts';
import { draw } from '../report/table.ts';
import type { Costs } from './section.ts';
import type { Stage } from './stage.ts';

/** A change may cost so much more. */
const limit = 1.1;

/** What both builds needed in the same round. */
export type Pair = readonly [ours: number, theirs: number];

/** What was measured for one figure of two builds. */
export type Compared = { work: string; pairs: Pair[] } | { work: string; note: string };

export type Stages = readonly [ours: Stage, theirs: Stage];

interface Judgement {
  /** The median of the ratios, and the quartiles between which half of them lie. */
  ratio: number;
  low: number;
  high: number;
  verdict: 'within' | 'unclear' | 'worse';
}

/** Measures the figures of a section in rounds in which both builds take turns. The first round only warms them up. */
export async function compare(
  prepare: (stage: Stage) => Promise<Costs>,
  [ours, theirs]: Stages,
  rounds: number,
): Promise<Compared[]> {
  const mine = await prepare(ours);
  const other = await prepare(theirs).catch((error: unknown) => firstLine(error));
  const compared: Compared[] = [];
  for (const work of Object.keys(mine)) {
    await mine[work]!();
    // What the other commit lacks fails in its first round.
    const missing = typeof other === 'string' ? other : await other[work]!().then(() => undefined, firstLine);
    compared.push(missing === undefined ? { work, pairs: [] } : { work, note: `not in that commit: ${missing}` });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const one of compared) {
      if ('pairs' in one) one.pairs.push(await pair(mine[one.work]!, (other as Costs)[one.work]!, round % 2 === 1));
    }
  }
  return compared;
}

/** The order changes from round to round, so that it does not matter. */
async function pair(ours: () => Promise<number>, theirs: () => Promise<number>, theirsFirst: boolean): Promise<Pair> {
  if (!theirsFirst) return [await ours(), await theirs()];
  const first = await theirs();
  return [await ours(), first];
}

/** A row is worse if three quarters of its rounds are above the limit, and unclear if only the median is. */
export function judge(pairs: readonly Pair[]): Judgement {
  const ratios = pairs.map(([ours, theirs]) => ours / theirs);
  const [ratio, low, high] = [median(ratios), quantile(ratios, 0.25), quantile(ratios, 0.75)];
  return { ratio, low, high, verdict: low > limit ? 'worse' : ratio > limit ? 'unclear' : 'within' };
}

/** Measures what is above the limit once more; all rounds count. The layout of a process in memory alone can make it slower. */
export async function confirmed(measure: () => Promise<Compared[]>): Promise<Compared[]> {
  const first = await measure();
  if (!first.some((one) => 'pairs' in one && judge(one.pairs).verdict !== 'within')) return first;
  const again = new Map((await measure()).map((one) => [one.work, one]));
  return first.map((one) => {
    const other = again.get(one.work);
    return 'pairs' in one && other && 'pairs' in other ? { ...one, pairs: [...one.pairs, ...other.pairs] } : one;
  });
}

export const isWorse = (one: Compared): boolean => 'pairs' in one && judge(one.pairs).verdict === 'worse';

/** A Markdown table of the ratios, and what it means. */
export function report(compared: readonly Compared[], commit: string, rounds: number): string {
  const worse = compared.filter(isWorse).map(({ work }) => `- ${work}`);
  return [
    draw(['work', 'ratio', 'quartiles', 'this', commit, ''], compared.map(cellsOf)),
    '',
    `Ratios of what this build and ${commit} need: medians of ${rounds} rounds, or of ${2 * rounds} where the first ${rounds} were above ${short(limit)}.`,
    '',
    ...(worse.length > 0
      ? [`Above ${short(limit)} by more than their spread explains:`, ...worse]
      : [`No row is above ${short(limit)} by more than its spread explains.`]),
  ].join('\n');
}

function cellsOf(one: Compared): string[] {
  if ('note' in one) return [one.work, '', '', '', '', one.note];
  const { ratio, low, high, verdict } = judge(one.pairs);
  const figures = [0, 1].map((build) => threeDigits(median(one.pairs.map((pair) => pair[build]!))));
  return [one.work, short(ratio), `${short(low)} to ${short(high)}`, ...figures, verdict === 'within' ? '' : verdict];
}

const short = (value: number): string => value.toFixed(2);
const threeDigits = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
