import { expect, it } from 'vitest';
import { Missing, type Figures } from './figures.ts';
import { rowsOf, type Line } from './section.ts';
import type { Stage } from './stage.ts';

const stage = { pace: { rounds: 2 } } as unknown as Stage;
/** A way that measures one after the other. */
const way = (...figures: Figures[]) => {
  let measured = 0;
  return async () => async () => figures[measured++ % figures.length]!;
};
const rows = (lines: Line[], more = {}) => rowsOf({ lines: async () => lines, ...more }, stage);

it('a row is the median of the ratios to what it is compared with in the same round, beside its goal', async () => {
  const than = way({ cpuMicros: 10 }, { cpuMicros: 20 });
  const line = { figure: 'cpuMicros', than, unit: '× bare' } as const;
  const lines: Line[] = [
    { ...line, work: 'send', way: way({ cpuMicros: 20 }, { cpuMicros: 60 }), atMost: 3 },
    { ...line, work: 'read', way: way({ cpuMicros: 10 }, { cpuMicros: 20 }), atLeast: 2, note: 'one client' },
  ];
  expect(await rows(lines)).toEqual([
    ['send: CPU', '2.50 × bare', '≤ 3', 'yes', '40 µs CPU against 15 µs CPU'],
    ['read: CPU', '1.00 × bare', '≥ 2', 'no', '15 µs CPU against 15 µs CPU; one client'],
  ]);
});

it('a figure without a comparison is shown with its spread, and a first round can count for nothing', async () => {
  const measure = way({ kilobytes: 900 }, { kilobytes: 8 }, { kilobytes: 10 });
  const line = { work: 'idle', way: measure, figure: 'kilobytes' } as const;
  expect(await rows([line], { hasWarmUp: true })).toEqual([['idle: size', '9.00 kB', '', '', '8.0 kB to 10.0 kB in 2 rounds']]);
});

it('a row that needs what this machine lacks is skipped', async () => {
  const lacking = async () => Promise.reject(new Missing('no pgbench'));
  const line = { figure: 'perSecond', title: '', way: way({ perSecond: 5 }) } as const;
  expect(
    await rows([
      { ...line, work: 'insert', than: lacking },
      { ...line, work: 'send' },
    ]),
  ).toEqual([
    ['insert', 'skipped', '', '', 'no pgbench'],
    ['send', '5.00 1/s', '', '', '5/s to 5/s in 2 rounds'],
  ]);
});
