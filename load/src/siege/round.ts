import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings, TestIssuer } from '@parley/testing';
import { recovers, startProbe } from '../clients/health.ts';
import { attackersSocketsOf, rssMbOf, sample, socketsOf } from '../measure/process.ts';
import { startChild } from '../process/child.ts';
import { until } from '../process/concurrency.ts';
import { scratch } from '../process/resources.ts';
import { serve, type Server } from '../servers/serve.ts';
import type { Target } from '../clients/exchange.ts';
import type { Attack, Field, Gained } from './attacker.ts';
import type { Order } from './attackers.ts';
import { startHonest } from './honest.ts';

const heapMb = 1_024;
const overtimeMs = 15_000;
const recoveryMs = 30_000;
const closingMs = 10_000;

interface Means extends Pick<Field, 'block' | 'ms'> {
  /** Absent if the server is not ours. */
  issuer: TestIssuer | undefined;
}

/** The observations before, during and after one attack. */
export type Round = Awaited<ReturnType<typeof round>>;

/** The built server with its default limits, a small heap and its own database. It can call receivers on this machine. */
export function startAttacked(issuer: TestIssuer, more: Settings = {}): Promise<Server> {
  const place = { PARLEY_DATA_DIR: scratch('data'), PARLEY_WAKE_PRIVATE: '1', LOG_LEVEL: 'fatal' };
  return serve({ ...place, ...issuer.settings, ...more }, { heapMb, isSilent: true });
}

/** Runs an attack while honest clients work, and waits until the server has recovered. */
export async function round(server: Target & { pid: number }, attack: Attack, { issuer, block, ms }: Means) {
  const { url, host, port, pid } = server;
  const watching = sample(100, () => ({ rssMb: rssMbOf(pid), sockets: socketsOf(pid) }));
  const [before] = watching.samples;
  const honest = await startHonest(server, block);
  const probe = startProbe(server);
  const fetchesBefore = issuer?.fetches() ?? 0;

  // A separate process, so that neither honest clients nor the probe wait for the attacker.
  const attackers = startChild<Order, Gained>('siege/attackers.js');
  const { spaceId, key: invitationKey } = honest.invitation;
  const field = { target: { url, host, port }, spaceId, invitationKey, issuer: issuer?.url, block, ms };
  const attacked = attackers.ask({ attack: attack.name, field }).catch(failed);
  const gained = await Promise.race([attacked, sleep(ms + overtimeMs, tooLong, { ref: false })]);
  const held = attackersSocketsOf(pid);
  await attackers.stop();
  if (issuer && attack.mostKeyFetches !== undefined) {
    const fetches = issuer.fetches() - fetchesBefore;
    gained.note = `keys fetched ${fetches} times`;
    if (fetches > attack.mostKeyFetches) gained.broken.push(gained.note);
  }

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
    // Those of attackers are held until the end of the attack.
    sockets: { before: before!.sockets, peak: peak('sockets'), held, after: socketsOf(pid) },
    honest: saw,
    gained,
    // The server should close all connections of the attacker, and honest wake-ups should arrive in time.
    mustBeCut: attack.mustBeCut === true && ms >= attack.seconds * 1_000,
    mustWake: attack.mustWake === true,
  };
}

const nothing = (why: string): Gained => ({ statuses: {}, cut: 0, broken: [why], note: '' });
const failed = (error: Error): Gained => nothing(`the attacker died: ${error.message}`);
const tooLong = nothing('the attacker waited for answers until it was stopped');
