import { startChild } from '../child.ts';

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

/** Parley without HTTP, in its own process, which receives the kind of writes to make. */
export const startCommitter = (settings: Record<string, string>) =>
  startChild<Writing, Written>(new URL('./writers.js', import.meta.url), { BENCH_SETTINGS: JSON.stringify(settings) });
