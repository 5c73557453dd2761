import { exchange, type Target } from './exchange.ts';
import { until } from '../process/concurrency.ts';

const everyMs = 100;
const patienceMs = 30_000;
const path = '/api/health';

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
  const ask = async () => {
    const start = performance.now();
    if (await answers(target, path)) health.latenciesMs.push(performance.now() - start);
    else health.failed += 1;
  };
  const asked = [ask()];
  const timer = setInterval(() => asked.push(ask()), pauseMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(asked);
      return health;
    },
  };
}

/** Whether a server answers again within `ms`. */
export const recovers = (target: Target, ms: number): Promise<boolean> =>
  until(() => answers(target, path, 200, ms), ms, everyMs);

/** Waits until every server says whether it is ready as expected, while each says that it is alive. Returns what is wrong. */
export async function readinessFaults(servers: readonly Target[], isReady: boolean): Promise<string[]> {
  const found = await Promise.all(
    servers.map(async (server, i) => {
      if (!(await answers(server, '/livez'))) return [`server ${i} did not say that it is alive`];
      if (await until(() => answers(server, '/readyz', isReady ? 200 : 503), 2 * patienceMs, everyMs)) return [];
      return [`server ${i} did not say that it is ${isReady ? '' : 'not '}ready`];
    }),
  );
  return found.flat();
}

/** Whether a GET on a connection of its own is answered with a status in time. */
const answers = async (target: Target, path: string, status = 200, ms = patienceMs): Promise<boolean> =>
  (await exchange(target, { agent: false, path, patienceMs: ms })).status === status;
