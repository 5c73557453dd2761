import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../servers/target.ts';

const everyMs = 100;
const patienceMs = 30_000;

export interface Health {
  latenciesMs: number[];
  failed: number;
}

/**
 * Requests the health of a server, ten times a second by default, each time on a new connection, without waiting for earlier answers:
 * otherwise it would miss slow ones.
 */
export function startProbe(target: Target, pauseMs = everyMs): { stop(): Promise<Health> } {
  const health: Health = { latenciesMs: [], failed: 0 };
  const asked = new Set<Promise<void>>();
  const ask = () => {
    const asking = healthOf(target).then((ms) => {
      if (ms === undefined) health.failed += 1;
      else health.latenciesMs.push(ms);
      asked.delete(asking);
    });
    asked.add(asking);
  };
  ask();
  const timer = setInterval(ask, pauseMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(asked);
      return health;
    },
  };
}

/** Whether a server answers again within `ms`. */
export async function recovers(target: Target, ms: number): Promise<boolean> {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(everyMs)) {
    if ((await healthOf(target, until - performance.now())) !== undefined) return true;
  }
  return false;
}

/** The latency of an answer; undefined if there was none. */
const healthOf = (target: Target, timeout = patienceMs): Promise<number | undefined> =>
  new Promise((resolve) => {
    const start = performance.now();
    const asking = get({ ...target, path: '/api/health', agent: false, timeout }, (response) => {
      response.resume().once('error', () => resolve(undefined));
      response.once('end', () => resolve(response.statusCode === 200 ? performance.now() - start : undefined));
    });
    asking.once('error', () => resolve(undefined)).once('timeout', () => asking.destroy());
  });
