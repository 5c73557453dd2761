import { firstLine } from '../../process/first-line.ts';
import type { Costs } from '../section.ts';
import type { Stage } from '../stage.ts';
import { judge, type Pair } from './judge.ts';

/** What was measured for one figure of two builds. */
export type Compared = { work: string; pairs: Pair[] } | { work: string; note: string };

export type Stages = readonly [ours: Stage, theirs: Stage];

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
