import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atMost, millis, type Row } from '../table.ts';

const work = 'parley --version';
const runsPerRound = 10;

/** How long the CLI takes to print its version, compared with an empty Node process. */
export const cli: Measure = async (stage) => {
  const { ours, bare } = await alternate(stage.pace.rounds, { ours: starts(version(stage)), bare: starts(['-e', '0']) });
  const row: Row = {
    work,
    value: ratioOf(ours, Number, bare, Number),
    unit: '× node -e 0',
    goal: atMost(1.3),
    figures: `${millis(medianOf(ours, Number))} against ${millis(medianOf(bare, Number))}`,
  };
  return [row];
};

export const cliCosts: Prepare = async (stage) => ({ [`${work}: ms`]: starts(version(stage)) });

const version = ({ build }: Stage): string[] => [join(build.root, 'apps/cli/dist/main.js'), '--version'];

const starts = (words: readonly string[]) => async (): Promise<number> => {
  const start = performance.now();
  for (let run = 0; run < runsPerRound; run += 1) {
    const { status } = spawnSync(process.execPath, words);
    if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}`);
  }
  return (performance.now() - start) / runsPerRound;
};
