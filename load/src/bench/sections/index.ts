import type { Section } from '../section.ts';
import { committer } from './committer.ts';
import { citus, embedded, start, workers } from './databases.ts';
import { artifact, naive, read, send } from './http.ts';
import { agents, cli, room } from './programs.ts';
import { crowd, directed, reach } from './spaces.ts';
import { fanOut, hop, subscribers } from './streams.ts';

/** In the order of the table. */
export const sections = {
  committer: { lines: committer },
  send: { lines: send },
  naive: { lines: naive },
  directed: { lines: directed, times: ({ quick }) => (quick ? 1 : 2) },
  read: { lines: read },
  artifact: { lines: artifact },
  'fan-out': { lines: fanOut, hasWarmUp: true },
  hop: { lines: hop, hasWarmUp: true },
  crowd: { lines: crowd },
  reach: { lines: reach, times: () => 4 },
  embedded: { lines: embedded },
  // The nodes would take most of the time, and what more workers gain depends on the machine.
  citus: { lines: citus, isNotCompared: true },
  agents: { lines: agents },
  subscribers: { lines: subscribers, hasWarmUp: true, times: ({ rounds }) => Math.min(1, 2 / rounds) },
  room: { lines: room },
  workers: { lines: workers, isNotCompared: true },
  start: { lines: start },
  cli: { lines: cli },
} satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;
