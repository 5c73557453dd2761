import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { atMost, millis, type Row } from '../table.ts';

const parley = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));
const runsPerRound = 10;

/** How long the CLI takes to print its version, compared with an empty Node process. */
export const cli: Measure = async ({ pace: { rounds } }) => {
  const starts = (words: readonly string[]) => async () => {
    const start = performance.now();
    for (let run = 0; run < runsPerRound; run += 1) {
      const { status } = spawnSync(process.execPath, words);
      if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}`);
    }
    return (performance.now() - start) / runsPerRound;
  };
  const { ours, bare } = await alternate(rounds, { ours: starts([parley, '--version']), bare: starts(['-e', '0']) });
  const row: Row = {
    work: 'parley --version',
    value: ratioOf(ours, Number, bare, Number),
    unit: '× node -e 0',
    goal: atMost(1.3),
    figures: `${millis(medianOf(ours, Number))} against ${millis(medianOf(bare, Number))}`,
  };
  return [row];
};
