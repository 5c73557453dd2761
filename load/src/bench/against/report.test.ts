import { expect, it } from 'vitest';
import type { Compared } from './compare.ts';
import { isWorse, report } from './report.ts';

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
