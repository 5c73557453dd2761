import { setTimeout as sleep } from 'node:timers/promises';
import { isRefused } from '../history/crew.ts';
import type { Fault, Pace } from './fault.ts';
import type { Ground } from './ground.ts';
import { Hosts, whyNoHosts } from './hosts.ts';
import { probesSay } from './probed.ts';
import { underWork } from './under-work.ts';

/** A server on another host than the database and another server, and a network that loses what is sent in one direction. */
async function cut(from: 'near' | 'far', ground: Ground, pace: Pace) {
  const hosts = await ground.keep(Hosts.make());
  const { DATABASE_URL: direct } = await ground.database();
  const relayed = await hosts.relay(Number(new URL(direct!).port));
  const through = Object.assign(new URL(direct!), { hostname: relayed.host, port: String(relayed.port) }).href;
  const far = await ground.serve({ DATABASE_URL: through, HOST: hosts.client.far }, hosts.by);
  const near = await ground.serve({ DATABASE_URL: direct! });
  const wrong: string[] = [];
  const seen = await underWork([near, far], pace, async (crew) => {
    hosts.lose(from);
    try {
      await Promise.all([sleep(pace.pauseMs), crew.sees(isRefused, [1]), crew.works([0])]);
      wrong.push(...(await probesSay([far], false)));
    } finally {
      hosts.heal(from);
    }
  });
  return { ...seen, faults: [...wrong, ...(await probesSay([near, far], true)), ...seen.faults] };
}

export const networkCuts: readonly Fault[] = [
  {
    name: 'network-to-database',
    does: 'The network loses what one of two servers sends to the database.',
    missing: whyNoHosts,
    run: (ground, pace) => cut('far', ground, pace),
  },
  {
    name: 'network-from-database',
    does: 'The network loses what the database sends to one of two servers.',
    missing: whyNoHosts,
    run: (ground, pace) => cut('near', ground, pace),
  },
];
