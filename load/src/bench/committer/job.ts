import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startChild, type Child } from '../../process/child.ts';
import type { Build } from '../../servers/build.ts';

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

/** Where the writers of a build are: older commits have them elsewhere. */
const writers = ['load/dist/bench/committer/writers.js', 'bench/dist/committer/writers.js'];

/** Parley of a build without HTTP, in its own process, which receives the kind of writes to make. */
export function startCommitter({ root }: Build, settings: Record<string, string>): Child<Writing, Written> {
  const [current, older] = writers.map((file) => join(root, file)) as [string, string];
  const file = existsSync(current) ? current : older;
  return startChild(pathToFileURL(file), { BENCH_SETTINGS: JSON.stringify(settings) });
}
