import { availableParallelism, cpus, platform, release } from 'node:os';

/** The machine and time of the measurement. */
export const machine = (database: string): string =>
  [
    `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores`,
    `${platform()} ${release()}`,
    `Node ${process.version}`,
    database,
    new Date().toISOString().slice(0, 10),
  ].join(' · ');
