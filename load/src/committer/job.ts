import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Build } from '../build.ts';
import { startChild, type Child } from '../child.ts';

// `--against` asks the writers of other commits for the same jobs, so these two do not change.

export interface Writing {
  writers: number;
  spaces: 'one' | 'many';
  /** With an Idempotency-Key on every write. */
  keyed: boolean;
  ms: number;
}

export interface Written {
  perSecond: number;
  /** CPU time of this process per write. */
  cpuMicros: number;
  p50Ms: number;
  p99Ms: number;
}

/** Parley of a build without HTTP, in its own process, which receives the kind of writes to make. */
export const startCommitter = ({ root }: Build, settings: Record<string, string>): Child<Writing, Written> =>
  startChild(pathToFileURL(join(root, 'bench/dist/committer/writers.js')), { BENCH_SETTINGS: JSON.stringify(settings) });
