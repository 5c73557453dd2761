import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Course } from './scenario.ts';

export interface Options extends Course {
  only: readonly string[];
  /** A file for the table, besides standard output, relative to the root of the repository. */
  write: string | undefined;
}

/** Reads the command line; throws if it is invalid. */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string', default: String(randomInt(1, 1_000_000_000)) },
      write: { type: 'string' },
      pool: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.flatMap((some) => some.split(',')) ?? names;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown scenario "${unknown}"; the scenarios are: ${names.join(', ')}`);
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes must be a positive number');
  if (!/^[1-9]\d{0,9}$/.test(values.seed)) throw new Error('--seed must be a positive whole number');
  return { only, minutes, seed: Number(values.seed), isPooled: values.pool, write: values.write };
}
