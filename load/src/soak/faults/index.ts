import { busesKilled } from './buses.ts';
import { clockSteps } from './clock-steps.ts';
import { diskFull } from './disk.ts';
import type { Fault } from './fault.ts';
import { networkCuts } from './network.ts';
import { poolKilled } from './pool.ts';
import { connectionsCut, postgresKilled, postgresPaused } from './postgres.ts';
import { serverPaused } from './server-paused.ts';

/** Everything that can fail around a server, or in it. */
export const faults: readonly Fault[] = [
  connectionsCut,
  postgresKilled,
  postgresPaused,
  poolKilled,
  ...busesKilled,
  serverPaused,
  clockSteps,
  ...networkCuts,
  diskFull,
];
