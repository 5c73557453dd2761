import { parseArgs } from 'node:util';

const sections = [
  'committer',
  'send',
  'directed',
  'read',
  'artifact',
  'fan-out',
  'hop',
  'crowd',
  'reach',
  'long',
  'first-page',
  'embedded',
  'citus',
  'agents',
  'subscribers',
  'room',
  'workers',
  'start',
  'cli',
] as const;
export type Section = (typeof sections)[number];

export interface Options {
  only: readonly Section[];
  quick: boolean;
  /** A file for the table, besides standard output, relative to the root of the repository. */
  write: string | undefined;
  /** A commit to compare with. */
  against: string | undefined;
}

/** Reads the command line; throws if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      write: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const { quick, write, against } = values;
  if (write !== undefined && against !== undefined) throw new Error('--write is for the table with goals, without --against');
  const only = values.only?.flatMap((names) => names.split(',')) ?? [];
  const unknown = only.find((name) => !(sections as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`Unknown section "${unknown}"; the sections are: ${sections.join(', ')}`);
  return { only: only.length ? (only as Section[]) : sections, quick, write, against };
}
