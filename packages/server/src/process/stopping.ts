import type { Config } from '../config.ts';

/** After the drain. */
const shutdownMs = 20_000;

/** How long a process can take to stop. */
export const stopMs = ({ PARLEY_DRAIN_SECONDS: seconds }: Pick<Config, 'PARLEY_DRAIN_SECONDS'>): number =>
  seconds * 1000 + shutdownMs;
