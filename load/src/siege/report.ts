import { percentile } from '../measure/statistics.ts';
import { drawScenarios } from '../report/table.ts';
import type { Round } from './round.ts';
import { faultsOf } from './verdict.ts';

const header = [
  'attack',
  'verdict',
  'server',
  'memory before → peak',
  'health check p99, worst',
  'sockets before → peak → after',
  'what honest clients saw',
  'what the attacker got',
];

/** A table with a row for each round, and a description of each attack below. */
export const report = (rounds: readonly Round[], does: ReadonlyMap<string, string>): string =>
  drawScenarios(
    header,
    rounds.map((round) => ({ name: round.attack, cells: cells(round) })),
    does,
  );

const cells = (round: Round): string[] => [
  faultsOf(round).join('; ') || 'held',
  round.alive ? 'alive' : 'dead',
  `${round.rssMb.before.toFixed(0)} → ${round.rssMb.peak.toFixed(0)} MB`,
  round.health.latenciesMs.length === 0
    ? 'none'
    : [99, 100].map((percent) => `${percentile(round.health.latenciesMs, percent).toFixed(0)} ms`).join(', '),
  [round.sockets.before, round.sockets.peak, round.sockets.after].join(' → '),
  honest(round.honest),
  gained(round.gained),
];

const honest = ({ requests, refused, errors, faults, worstMs, woken }: Round['honest']): string =>
  [
    `${requests} requests`,
    ...Object.entries({ refused, errors: errors.length, faults: faults.length }).flatMap(([what, count]) =>
      count ? [`${count} ${what}`] : [],
    ),
    `worst ${worstMs.toFixed(0)} ms`,
    `${woken.signalsMs.length} woken, worst ${Math.max(0, ...woken.signalsMs, ...woken.verificationsMs).toFixed(0)} ms`,
    ...(woken.missing ? [`${woken.missing} never woken`] : []),
  ].join(', ');

function gained({ statuses, cut, note }: Round['gained']): string {
  const counts = Object.entries(statuses).toSorted(([a], [b]) => a.localeCompare(b));
  return [counts.map(([status, count]) => `${status} × ${count}`).join(', '), cut ? `${cut} cut` : '', note]
    .filter(Boolean)
    .join('; ');
}
