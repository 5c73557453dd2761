import { quantile } from '../measure/statistics.ts';
import type { Round } from './round.ts';

const rssMb = 900;
const healthMs = 1_000;
const wakeMs = 2_000;
const refusedShare = 0.02;
/** Sockets that a process can open and close for other reasons. */
const spareSockets = 5;
/** Idle connections from the attacker's preparations, which are allowed for a while. */
const idleSockets = 10;

/** What went wrong in a round; empty if the server withstood the attack. */
export function faultsOf({ alive, rssMb: memory, health, honest, sockets, gained, mustBeCut, mustWake }: Round): string[] {
  if (!alive) return ['the server died', ...honestFaultsOf(honest)];
  const p99 = quantile(health.latenciesMs, 0.99);
  const leaked = sockets.after - sockets.before;
  return [
    ...when(memory.peak >= rssMb, `${memory.peak.toFixed(0)} MB of memory`),
    ...when(p99 >= healthMs, `health check p99 ${p99.toFixed(0)} ms`),
    ...when(health.failed > 0, `${health.failed} health checks failed`),
    ...when(health.failed + health.latenciesMs.length === 0, 'health was never requested'),
    ...honestFaultsOf(honest),
    ...when(mustBeCut === true && sockets.held > idleSockets, `${sockets.held} unused sockets still held`),
    ...(mustWake === true ? wakeFaultsOf(honest.woken) : []),
    ...when(leaked > spareSockets, `${leaked} sockets leaked`),
    ...gained.broken,
  ];
}

const honestFaultsOf = ({ requests, refused, errors, faults }: Round['honest']): string[] => [
  ...when(requests === 0, 'honest clients made no requests'),
  ...when(errors.length > 0, `${errors.length} errors of honest clients: ${errors[0]}`),
  ...when(refused > requests * refusedShare, `honest clients refused ${refused} of ${requests} times`),
  ...faults,
];

function wakeFaultsOf({ signalsMs, verificationsMs, missing }: Round['honest']['woken']): string[] {
  const [signal, verification] = [Math.max(0, ...signalsMs), Math.max(0, ...verificationsMs)];
  return [
    ...when(signalsMs.length === 0, 'nobody was woken'),
    ...when(missing > 0, `${missing} wake-ups never came`),
    ...when(signal > wakeMs, `a wake-up took ${signal.toFixed(0)} ms`),
    ...when(verification > wakeMs, `a verification took ${verification.toFixed(0)} ms`),
  ];
}

const when = (isSo: boolean, what: string): string[] => (isSo ? [what] : []);
