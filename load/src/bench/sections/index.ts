import type { Section } from '../section.ts';
import { committer } from './committer.ts';
import { citus, embedded, start, workers } from './databases.ts';
import { artifact, naive, read, send } from './http.ts';
import { agents, cli, room } from './programs.ts';
import { crowd, directed, firstPage, long, reach } from './spaces.ts';
import { fanOut, hop, subscribers } from './streams.ts';

/** In the order of the table. */
export const sections = {
  committer,
  send,
  naive,
  directed,
  read,
  artifact,
  'fan-out': fanOut,
  hop,
  crowd,
  reach,
  long,
  'first-page': firstPage,
  embedded,
  citus,
  agents,
  subscribers,
  room,
  workers,
  start,
  cli,
} satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;
