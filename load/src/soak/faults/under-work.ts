import type { Server } from '@parley/testing';
import { Crew } from '../history/crew.ts';
import type { Attempt } from '../history/history.ts';
import type { Pace, Seen, Servers } from './fault.ts';

interface Allowed {
  /** Whether a connection can break without an answer: only if a server was harmed itself. */
  breaks?: boolean;
}

/** Lets a crew work at some servers, disturbs it, and compares what everybody was told. `disturb` ends when the fault has ended. */
export async function underWork(
  servers: Servers<Server>,
  { random, patienceMs }: Pace,
  disturb: (crew: Crew) => Promise<void>,
  { breaks = false }: Allowed = {},
): Promise<Seen> {
  const crew = await Crew.begin(servers, random);
  await crew.works();
  await disturb(crew);
  const recoveredMs = await crew.works();
  const found = await crew.finish();
  const { attempts, acknowledged } = crew.history;
  const wrong = attempts.flatMap((attempt) => wrongIn(attempt, breaks, patienceMs));
  return {
    faults: [...found, ...counted(wrong)],
    acknowledged,
    refused: attempts.filter(({ status }) => status === 503).length,
    unanswered: attempts.filter(({ status }) => status === 0 || status === undefined).length,
    worstMs: attempts.reduce((worst, { ms }) => Math.max(worst, ms), 0),
    recoveredMs,
  };
}

function wrongIn({ operation, status, code, saysWhen, ms }: Attempt, breaks: boolean, patienceMs: number): string[] {
  if (status === undefined) return [`${operation} was not answered`];
  if (status === 0) return breaks ? [] : [`${operation} was cut off`];
  if (ms > patienceMs) return [`${operation} was answered after more than ${patienceMs / 1000} s`];
  if (status === 503) return saysWhen ? [] : [`${operation} was refused (${code}) without Retry-After`];
  // Somebody else has the lock, or has got it.
  if (status === 200 || status === 423) return [];
  return [`${operation} was answered with ${status} ${code}`];
}

function counted(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text}, ${count} times`);
}
