import type { Round } from './round.ts';

const rssMb = 900;
const healthMs = 1_000;
const refusedShare = 0.02;
/** Sockets that a process may open and close meanwhile for reasons of its own. */
const spareSockets = 5;
/** Over so many an attacker prepared, and may ask again: they are idle, which every connection may be for a while. */
const idleSockets = 10;

/** What went wrong in a round; nothing, if the server held. */
export function faultsOf({ alive, rssMb: memory, health, honest, sockets, gained, mustBeCut }: Round): string[] {
  if (!alive) return ['the server died', ...honestFaultsOf(honest)];
  const p99 = percentile(health.latenciesMs, 99);
  const { held } = sockets;
  const left = sockets.after - sockets.before;
  return [
    ...(memory.peak >= rssMb ? [`${memory.peak.toFixed(0)} MB of memory`] : []),
    ...(p99 >= healthMs && p99 < Infinity ? [`health check p99 ${p99.toFixed(0)} ms`] : []),
    ...(health.failed > 0 ? [`${health.failed} health checks failed`] : []),
    ...(health.failed + health.latenciesMs.length === 0 ? ['health was never asked for'] : []),
    ...honestFaultsOf(honest),
    ...(mustBeCut === true && held > idleSockets ? [`${held} sockets held that nobody used`] : []),
    ...(left > spareSockets ? [`${left} sockets left behind`] : []),
    ...gained.broken,
  ];
}

function honestFaultsOf({ requests, refused, errors, lost, doubled }: Round['honest']): string[] {
  const messages = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`;
  return [
    ...(requests === 0 ? ['honest clients did nothing'] : []),
    ...(errors.length > 0 ? [`${errors.length} errors of honest clients: ${errors[0]}`] : []),
    ...(refused > requests * refusedShare ? [`honest clients refused ${refused} of ${requests} times`] : []),
    ...(lost > 0 ? [`${messages(lost)} lost`] : []),
    ...(doubled > 0 ? [`${messages(doubled)} doubled`] : []),
  ];
}

/** The least value that so many per cent of all do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Infinity;
}
