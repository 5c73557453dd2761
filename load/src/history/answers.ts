import type { Attempt } from './history.ts';

interface Allowed {
  /** Besides 200; 429 and 503 have to say when to try again. */
  statuses: readonly number[];
  /** The longest that an answer can take. */
  patienceMs?: number;
  /** Whether a connection can end without an answer. */
  breaks?: boolean;
}

/** What is wrong with the answers that clients got, and how often. */
export function answerFaults(attempts: readonly Attempt[], allowed: Allowed): string[] {
  const counts = new Map<string, number>();
  for (const attempt of attempts) {
    const fault = faultOf(attempt, allowed);
    if (fault !== undefined) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  }
  return [...counts].map(([fault, count]) => `${fault}, ${count} times`);
}

function faultOf(
  { operation, status, why, saysWhen, ms }: Attempt,
  { statuses, patienceMs = Infinity, breaks = false }: Allowed,
): string | undefined {
  if (status === undefined) return `${operation} was not answered`;
  if (status === 0) return breaks ? undefined : `${operation} was cut off: ${why}`;
  if (ms > patienceMs) return `${operation} was answered after more than ${patienceMs / 1000} s`;
  if (status !== 200 && !statuses.includes(status)) return `${operation} was answered with ${status} ${why}`;
  if ((status === 429 || status === 503) && !saysWhen) return `${operation} was refused (${why}) without Retry-After`;
  return undefined;
}
