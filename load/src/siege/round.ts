import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../child.ts';
import type { Attack } from './attack.ts';
import type { Field, Gained } from './attacker.ts';
import type { Order } from './attackers.ts';
import { startHonest, type HonestReport } from './honest.ts';
import { recovers, startProbe, type Health } from './probe.ts';
import type { Besieged } from './server.ts';
import { rssMbOf, socketsOf, watch, type Watched } from './usage.ts';

const overtimeMs = 15_000;
const recoveryMs = 30_000;
const closingMs = 10_000;

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
export async function round(server: Besieged, attack: Attack, means: Pick<Field, 'issuer' | 'block' | 'ms'>): Promise<Round> {
  const { target, pid } = server;
  const watching = watch(pid);
  const honest = await startHonest(target, means.block);
  const probe = startProbe(target);

  // A separate process, so that neither honest clients nor the probe wait for the attacker.
  const attackers = startChild<Order, Gained>(new URL('./attackers.js', import.meta.url));
  const order = { attack: attack.name, field: { ...means, target, insider: honest.insider } };
  const gained = await Promise.race([attackers.ask(order).catch(failed), sleep(means.ms + overtimeMs, tooLong, { ref: false })]);
  watching.held();
  await attackers.stop();

  const recovered = await recovers(target, recoveryMs);
  const [saw, health] = await Promise.all([honest.stop(recovered), probe.stop()]);
  const { rssMb, sockets } = watching.stop();
  const after = await settled(pid, sockets.before);
  // The last request of the attack can be the one that killed the server.
  const alive = recovered && rssMbOf(pid) > 0;
  return {
    attack: attack.name,
    alive,
    rssMb,
    health,
    sockets: { ...sockets, after },
    // A dead server cannot be read, so its losses are unknown.
    honest: alive ? saw : { ...saw, lost: 0 },
    gained,
    mustBeCut: attack.mustBeCut === true && means.ms >= attack.seconds * 1_000,
    mustWake: attack.mustWake === true,
  };
}

const nothing: Gained = { statuses: {}, cut: 0, broken: [], note: '' };
const failed = (error: Error): Gained => ({ ...nothing, broken: [`the attacker died: ${error.message}`] });
const tooLong: Gained = { ...nothing, broken: ['the attacker waited for answers until it was stopped'] };

async function settled(pid: number, before: number): Promise<number> {
  const until = performance.now() + closingMs;
  while (socketsOf(pid) > before && performance.now() < until) await sleep(100);
  return socketsOf(pid);
}
