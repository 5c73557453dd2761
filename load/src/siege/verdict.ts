import { percentile } from '../measure/statistics.ts';
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
  const p99 = percentile(health.latenciesMs, 99);
  const { held } = sockets;
  const left = sockets.after - sockets.before;
  return [
    ...(memory.peak >= rssMb ? [`${memory.peak.toFixed(0)} MB of memory`] : []),
    ...(p99 >= healthMs && p99 < Infinity ? [`health check p99 ${p99.toFixed(0)} ms`] : []),
    ...(health.failed > 0 ? [`${health.failed} health checks failed`] : []),
    ...(health.failed + health.latenciesMs.length === 0 ? ['health was never requested'] : []),
    ...honestFaultsOf(honest),
    ...(mustBeCut === true && held > idleSockets ? [`${held} unused sockets still held`] : []),
    ...(mustWake === true ? wakeFaultsOf(honest.woken) : []),
    ...(left > spareSockets ? [`${left} sockets leaked`] : []),
    ...gained.broken,
  ];
}

function honestFaultsOf({ requests, refused, errors, faults }: Round['honest']): string[] {
  return [
    ...(requests === 0 ? ['honest clients made no requests'] : []),
    ...(errors.length > 0 ? [`${errors.length} errors of honest clients: ${errors[0]}`] : []),
    ...(refused > requests * refusedShare ? [`honest clients refused ${refused} of ${requests} times`] : []),
    ...faults,
  ];
}

function wakeFaultsOf({ signalsMs, verificationsMs, missing }: Round['honest']['woken']): string[] {
  const late = (what: string, latenciesMs: readonly number[]) => {
    const worst = Math.max(0, ...latenciesMs);
    return worst > wakeMs ? [`${what} took ${worst.toFixed(0)} ms`] : [];
  };
  return [
    ...(signalsMs.length === 0 ? ['nobody was woken'] : []),
    ...(missing > 0 ? [`${missing} wake-ups never came`] : []),
    ...late('a wake-up', signalsMs),
    ...late('a verification', verificationsMs),
  ];
}
