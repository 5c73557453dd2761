import { processesKilled } from './beside.ts';
import type { Fault } from './fault.ts';
import { networkCuts } from './network.ts';
import { postgresFaults } from './postgres.ts';
import { clockSteps, diskFull, serverPaused } from './servers.ts';

/** Everything that can fail around a server, or in it. */
export const faults: readonly Fault[] = [
  ...postgresFaults,
  ...processesKilled,
  serverPaused,
  clockSteps,
  ...networkCuts,
  diskFull,
];
