import { median } from '../../measure/statistics.ts';
import { draw } from '../../report/table.ts';
import type { Compared } from './compare.ts';
import { judge, limit, type Judgement } from './judge.ts';

const said: Record<Judgement['verdict'], string> = { within: '', unclear: 'unclear', worse: 'worse' };

/** A Markdown table of the ratios, and what it means. */
export function report(compared: readonly Compared[], commit: string, rounds: number): string {
  const lines = compared.map((one) => ('note' in one ? [one.work, '', '', '', '', one.note] : cells(one)));
  return [
    draw(['work', 'ratio', 'quartiles', 'this', commit, ''], lines),
    '',
    `Ratios of what this build and ${commit} need: medians of ${rounds} rounds, or of ${2 * rounds} where the first ${rounds} were above ${short(limit)}.`,
    '',
    summary(compared),
  ].join('\n');
}

export const isWorse = (one: Compared): boolean => 'pairs' in one && judge(one.pairs).verdict === 'worse';

function cells({ work, pairs }: Extract<Compared, { pairs: unknown }>): string[] {
  const { ratio, low, high, verdict } = judge(pairs);
  const figures = [0, 1].map((build) => median(pairs.map((pair) => pair[build]!)));
  return [work, short(ratio), `${short(low)} to ${short(high)}`, ...figures.map(threeDigits), said[verdict]];
}

function summary(compared: readonly Compared[]): string {
  const worse = compared.filter(isWorse).map(({ work }) => `- ${work}`);
  if (!worse.length) return `No row is above ${short(limit)} by more than its spread explains.`;
  return [`Above ${short(limit)} by more than their spread explains:`, ...worse].join('\n');
}

const short = (value: number): string => value.toFixed(2);
const threeDigits = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
