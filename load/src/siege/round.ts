import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@parley/testing';
import { recovers, startProbe } from '../clients/health.ts';
import { rssMbOf, sample, socketsOf } from '../measure/process.ts';
import { startChild } from '../process/child.ts';
import { until } from '../process/concurrency.ts';
import { scratch } from '../process/resources.ts';
import { serve, type Server } from '../servers/serve.ts';
import type { Attack, Gained } from './attacker.ts';
import type { Order } from './attackers.ts';
import { startHonest } from './honest.ts';

const heapMb = 1_024;
const longestMs = 240_000;
const recoveryMs = 30_000;
const closingMs = 10_000;

/** The observations before, during and after one attack. */
export type Round = Awaited<ReturnType<typeof round>>;

/** The built server with its default limits, a small heap and its own database. */
export const startAttacked = (more: Settings = {}): Promise<Server> =>
  serve({ PARLEY_DATA_DIR: scratch('data'), LOG_LEVEL: 'fatal', ...more }, { heapMb, isSilent: true });

/** Runs an attack while honest clients work, and waits until the server has recovered. */
export async function round(server: Server, attack: Attack) {
  const { url, host, port, pid } = server;
  const watching = sample(100, () => ({ rssMb: rssMbOf(pid), sockets: socketsOf(pid) }));
  const [before] = watching.samples;
  const honest = await startHonest(server);
  const probe = startProbe(server);

  // A separate process, so that neither honest clients nor the probe wait for the attacker.
  const attackers = startChild<Order, Gained>('siege/attackers.js');
  const field = { target: { url, host, port }, spaceId: honest.spaceId };
  const attacked = attackers.ask({ attack: attack.name, field }).catch(failed);
  const gained = await Promise.race([attacked, sleep(longestMs, tooLong, { ref: false })]);
  await attackers.stop();

  const recovered = await recovers(server, recoveryMs);
  const [saw, health] = await Promise.all([honest.stop(recovered), probe.stop()]);
  watching.stop();
  const peak = (what: 'rssMb' | 'sockets') => Math.max(...watching.samples.map((each) => each[what]));
  await until(() => socketsOf(pid) <= before!.sockets, closingMs, 100);
  return {
    // The last request of the attack can be the one that killed the server.
    alive: recovered && rssMbOf(pid) > 0,
    rssMb: { before: before!.rssMb, peak: peak('rssMb') },
    health,
    sockets: { before: before!.sockets, peak: peak('sockets'), after: socketsOf(pid) },
    honest: saw,
    gained,
  };
}

const nothing = (why: string): Gained => ({ statuses: {}, cut: 0, notes: [], broken: [why] });
const failed = (error: Error): Gained => nothing(`the attacker died: ${error.message}`);
const tooLong = nothing('the attacker waited for answers until it was stopped');
