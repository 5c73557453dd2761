import { quantile } from '../measure/statistics.ts';
import type { Round } from './round.ts';

const rssMb = 900;
const healthMs = 1_000;
const refusedShare = 0.02;
/** Sockets that a process can open and close for other reasons. */
const spareSockets = 5;

/** What went wrong in a round; empty if the server withstood the attack. */
export function faultsOf({ alive, rssMb: memory, health, honest, sockets, gained }: Round): string[] {
  const { requests, refused, faults } = honest;
  const seen = [
    ...when(requests === 0, 'honest clients made no requests'),
    ...when(refused > requests * refusedShare, `honest clients refused ${refused} of ${requests} times`),
    ...faults,
  ];
  if (!alive) return ['the server died', ...seen];
  const p99 = quantile(health.latenciesMs, 0.99);
  const leaked = sockets.after - sockets.before;
  return [
    ...when(memory.peak >= rssMb, `${memory.peak.toFixed(0)} MB of memory`),
    ...when(p99 >= healthMs, `health check p99 ${millis(p99)}`),
    ...when(health.failed > 0, `${health.failed} health checks failed`),
    ...when(health.failed + health.latenciesMs.length === 0, 'health was never requested'),
    ...seen,
    ...when(leaked > spareSockets, `${leaked} sockets leaked`),
    ...gained.broken,
  ];
}

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
export function cellsOf({ alive, rssMb, health: { latenciesMs }, sockets, honest, gained }: Round): string[] {
  const { requests, refused, faults, worstMs } = honest;
  const counts = Object.entries(gained.statuses).toSorted(([a], [b]) => a.localeCompare(b));
  const saw = [`${requests} requests`, ...some(refused, 'refused'), ...some(faults.length, 'faults'), `worst ${millis(worstMs)}`];
  const got = [counts.map(([status, count]) => `${status} × ${count}`).join(', '), ...some(gained.cut, 'cut'), ...gained.notes];
  return [
    alive ? 'alive' : 'dead',
    `${rssMb.before.toFixed(0)} → ${rssMb.peak.toFixed(0)} MB`,
    latenciesMs.length === 0 ? 'none' : [0.99, 1].map((share) => millis(quantile(latenciesMs, share))).join(', '),
    [sockets.before, sockets.peak, sockets.after].join(' → '),
    saw.join(', '),
    got.filter(Boolean).join('; '),
  ];
}

const when = (isSo: boolean, what: string): string[] => (isSo ? [what] : []);
const some = (count: number, what: string): string[] => when(count > 0, `${count} ${what}`);
const millis = (ms: number): string => `${ms.toFixed(0)} ms`;
