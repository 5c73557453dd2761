// Appends what each test file cost to the file that TEST_COSTS names: CPU seconds of its process and of the processes that it started, and
// its path. Linux only.
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** CPU seconds of this process, and of its children that have ended. */
function spent() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return [ticks[0] + ticks[1], ticks[2] + ticks[3]].map((each) => each / 100);
}

const before = spent();
afterAll(() => {
  const costs = spent().map((each, i) => (each - before[i]).toFixed(2));
  appendFileSync(process.env.TEST_COSTS, `${[...costs, relative(root, expect.getState().testPath)].join('\t')}\n`);
});
