import { randomInt } from 'node:crypto';
import { positive, readArguments } from '../report/options.ts';
import type { Course } from './scenario.ts';
import { scenarios } from './scenarios.ts';

export interface Options extends Course {
  only: readonly string[];
  write: string | undefined;
  /** Whether the servers of faults reach PostgreSQL through PgBouncer. */
  isPooled: boolean;
}

/** Reads the command line; throws if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const names = scenarios.map(({ name }) => name);
  const options = ['minutes', 'seed', 'pool'] as const;
  const { only, write, minutes, seed, pool } = readArguments(args, { kind: 'scenario', names, options });
  return {
    only,
    write,
    minutes: positive('minutes', minutes, /^\d+(\.\d+)?$/) ?? 30,
    seed: positive('seed', seed, /^[1-9]\d{0,9}$/) ?? randomInt(1, 1_000_000_000),
    isPooled: pool === true,
  };
}
