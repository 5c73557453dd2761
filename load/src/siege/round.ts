import { setTimeout as sleep } from 'node:timers/promises';
import type { TestIssuer } from '@parley/testing';
import { recovers, startProbe, type Health } from '../measure/health.ts';
import { rssMbOf, socketsOf, watch, type Watched } from '../measure/process.ts';
import { built } from '../process/built.ts';
import { startChild } from '../process/child.ts';
import type { Attacked } from './attacked.ts';
import type { Field, Gained } from './attacker.ts';
import type { Order } from './attackers.ts';
import type { Attack } from './attacks/attack.ts';
import { startHonest, type HonestReport } from './honest.ts';

const overtimeMs = 15_000;
const recoveryMs = 30_000;
const closingMs = 10_000;

interface Means extends Pick<Field, 'block' | 'ms'> {
  /** Absent if the server is not ours. */
  issuer: TestIssuer | undefined;
}

/** The observations before, during and after one attack. */
export interface Round {
  attack: string;
  alive: boolean;
  rssMb: Watched['rssMb'];
  health: Health;
  sockets: Watched['sockets'] & { after: number };
  honest: HonestReport;
  gained: Gained;
  /** The server should close all connections of the attacker. */
  mustBeCut?: boolean;
  /** Honest wake-ups should arrive in time. */
  mustWake?: boolean;
}

/** Runs an attack while honest clients work, and waits until the server has recovered. */
export async function round({ target, pid }: Attacked, attack: Attack, { issuer, block, ms }: Means): Promise<Round> {
  const watching = watch(pid);
  const honest = await startHonest(target, block);
  const probe = startProbe(target);
  const fetchesBefore = issuer?.fetches() ?? 0;

  // A separate process, so that neither honest clients nor the probe wait for the attacker.
  const attackers = startChild<Order, Gained>(built('siege/attackers.js'));
  const { spaceId, key: invitationKey } = honest.invitation;
  const order = { attack: attack.name, field: { target, spaceId, invitationKey, issuer: issuer?.url, block, ms } };
  const gained = await Promise.race([attackers.ask(order).catch(failed), sleep(ms + overtimeMs, tooLong, { ref: false })]);
  watching.held();
  await attackers.stop();
  if (issuer && attack.mostKeyFetches !== undefined) {
    const fetches = issuer.fetches() - fetchesBefore;
    gained.note = `keys fetched ${fetches} times`;
    if (fetches > attack.mostKeyFetches) gained.broken.push(gained.note);
  }

  const recovered = await recovers(target, recoveryMs);
  const [saw, health] = await Promise.all([honest.stop(recovered), probe.stop()]);
  const { rssMb, sockets } = watching.stop();
  const after = await settled(pid, sockets.before);
  return {
    attack: attack.name,
    // The last request of the attack can be the one that killed the server.
    alive: recovered && rssMbOf(pid) > 0,
    rssMb,
    health,
    sockets: { ...sockets, after },
    honest: saw,
    gained,
    mustBeCut: attack.mustBeCut === true && ms >= attack.seconds * 1_000,
    mustWake: attack.mustWake === true,
  };
}

const nothing = (why: string): Gained => ({ statuses: {}, cut: 0, broken: [why], note: '' });
const failed = (error: Error): Gained => nothing(`the attacker died: ${error.message}`);
const tooLong = nothing('the attacker waited for answers until it was stopped');

async function settled(pid: number, before: number): Promise<number> {
  const until = performance.now() + closingMs;
  while (socketsOf(pid) > before && performance.now() < until) await sleep(100);
  return socketsOf(pid);
}
