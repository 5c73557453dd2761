import { quantile } from '../measure/statistics.ts';
import type { Round } from './round.ts';

/** The columns of the table. */
export const columns = [
  'attack',
  'verdict',
  'server',
  'memory before → peak',
  'health check p99, worst',
  'sockets before → peak → after',
  'what honest clients saw',
  'what the attacker got',
];

/** What was seen in a round, from the third column on. */
export const cellsOf = ({ alive, rssMb, health: { latenciesMs }, sockets, honest, gained }: Round): string[] => [
  alive ? 'alive' : 'dead',
  `${rssMb.before.toFixed(0)} → ${rssMb.peak.toFixed(0)} MB`,
  latenciesMs.length === 0 ? 'none' : [0.99, 1].map((share) => millis(quantile(latenciesMs, share))).join(', '),
  [sockets.before, sockets.peak, sockets.after].join(' → '),
  honestCell(honest),
  gainedCell(gained),
];

const honestCell = ({ requests, refused, errors, faults, worstMs, woken }: Round['honest']): string =>
  [
    `${requests} requests`,
    ...some(refused, 'refused'),
    ...some(errors.length, 'errors'),
    ...some(faults.length, 'faults'),
    `worst ${millis(worstMs)}`,
    `${woken.signalsMs.length} woken, worst ${millis(Math.max(0, ...woken.signalsMs, ...woken.verificationsMs))}`,
    ...some(woken.missing, 'never woken'),
  ].join(', ');

function gainedCell({ statuses, cut, note }: Round['gained']): string {
  const counts = Object.entries(statuses).toSorted(([a], [b]) => a.localeCompare(b));
  const answers = counts.map(([status, count]) => `${status} × ${count}`).join(', ');
  return [answers, ...some(cut, 'cut'), note].filter(Boolean).join('; ');
}

const some = (count: number, what: string): string[] => (count > 0 ? [`${count} ${what}`] : []);
const millis = (ms: number): string => `${ms.toFixed(0)} ms`;
