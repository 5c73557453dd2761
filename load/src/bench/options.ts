import { readArguments } from '../report/options.ts';
import { sections, type SectionName } from './sections/index.ts';

export interface Options {
  only: readonly SectionName[];
  quick: boolean;
  write: string | undefined;
  /** A commit to compare with. */
  against: string | undefined;
}

/** Reads the command line; throws if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const names = Object.keys(sections) as SectionName[];
  const { only, quick, write, against } = readArguments(args, { kind: 'section', names, options: ['quick', 'against'] });
  if (write !== undefined && against !== undefined) throw new Error('--write is for the table with goals, without --against');
  return { only, quick: quick === true, write, against };
}
