import { cpu } from './load/load.ts';
import type { Costs } from './stage.ts';

/** The CPU time of the server per request, for loads that are named by what they do. */
export const cpuCosts = (loads: Readonly<Record<string, () => Promise<{ cpuMicros: number }>>>): Costs =>
  Object.fromEntries(Object.entries(loads).map(([work, load]) => [`${work}: CPU, µs`, async () => cpu(await load())]));
