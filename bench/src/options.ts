import { parseArgs } from 'node:util';

const sections = [
  'committer',
  'send',
  'directed',
  'read',
  'fan-out',
  'hop',
  'crowd',
  'reach',
  'long',
  'embedded',
  'agents',
  'subscribers',
  'cli',
] as const;
export type Section = (typeof sections)[number];

export interface Options {
  only: readonly Section[];
  quick: boolean;
  /** A file for the table, besides standard output, relative to the root of the repository. */
  write: string | undefined;
}

/** Reads the command line; throws if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true }, write: { type: 'string' } },
  });
  const only = values.only?.flatMap((names) => names.split(',')) ?? [];
  const unknown = only.find((name) => !(sections as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`Unknown section "${unknown}"; the sections are: ${sections.join(', ')}`);
  return { only: only.length ? (only as Section[]) : sections, quick: values.quick, write: values.write };
}
