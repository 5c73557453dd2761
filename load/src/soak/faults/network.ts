import { setTimeout as sleep } from 'node:timers/promises';
import { isRefused } from '../../clients/group.ts';
import type { Fault } from './fault.ts';
import { Hosts, whyNoHosts } from './hosts.ts';
import { readinessFaults } from './readiness.ts';

/** A server on another host than the database and another server, and a network that loses what one end sends. */
const cut = (name: string, does: string, from: 'near' | 'far'): Fault => ({
  name,
  does,
  missing: whyNoHosts,
  async prepare(ground, { pauseMs }) {
    const hosts = await ground.add(Hosts.make());
    const direct = await (await ground.databases()).create();
    const relayed = await hosts.relay(Number(new URL(direct).port));
    const through = Object.assign(new URL(direct), { hostname: relayed.host, port: String(relayed.port) }).href;
    const far = await ground.serve({ DATABASE_URL: through, HOST: hosts.client.far }, hosts.by);
    const near = await ground.serve({ DATABASE_URL: direct });
    return {
      servers: [near, far],
      async disturb(group) {
        hosts.lose(from);
        try {
          await Promise.all([sleep(pauseMs), group.sees(isRefused, [1]), group.writes([0])]);
          return await readinessFaults([far], false);
        } finally {
          hosts.heal(from);
        }
      },
    };
  },
});

export const networkCuts: readonly Fault[] = [
  cut('network-to-database', 'The network loses what one of two servers sends to the database.', 'far'),
  cut('network-from-database', 'The network loses what the database sends to one of two servers.', 'near'),
];
