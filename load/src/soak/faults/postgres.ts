import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPostgres } from '@parley/testing';
import { statement } from '../../postgres/statement.ts';
import { isRefused } from '../history/crew.ts';
import type { Fault } from './fault.ts';
import { probesSay } from './probed.ts';
import { underWork } from './under-work.ts';

const lookMs = 20;
const cutEveryMs = 100;

const missing = (): string | undefined => {
  if (process.platform !== 'linux') return 'needs Linux';
  return process.env['PARLEY_TEST_DATABASE_URL'] === undefined ? undefined : 'the database is not ours to harm';
};

export const postgresKilled: Fault = {
  name: 'postgres-killed',
  does: 'All processes of PostgreSQL are killed (`kill -9`), and started again once both servers have refused.',
  missing,
  async run(ground, pace) {
    const [postgres, servers] = [await ground.postgres(), await ground.pair()];
    const wrong: string[] = [];
    const seen = await underWork(servers, pace, async (crew) => {
      await kill(postgres);
      await crew.sees(isRefused);
      wrong.push(...(await probesSay(servers, false)));
      await postgres.start!();
    });
    wrong.push(...(await probesSay(servers, true)));
    return { ...seen, faults: [...wrong, ...seen.faults] };
  },
};

export const postgresPaused: Fault = {
  name: 'postgres-paused',
  does: 'All processes of PostgreSQL are stopped (SIGSTOP), so that it neither answers nor refuses, and continue later.',
  missing,
  async run(ground, pace) {
    const [postgres, servers] = [await ground.postgres(), await ground.pair()];
    const wrong: string[] = [];
    const seen = await underWork(servers, pace, async (crew) => {
      // The first one before the others are listed: it starts none from then on.
      signal(postgres.pids!().slice(0, 1), 'SIGSTOP');
      const pids = postgres.pids!();
      signal(pids, 'SIGSTOP');
      try {
        await Promise.all([
          sleep(pace.pauseMs),
          crew.sees(isRefused),
          probesSay(servers, false).then((found) => wrong.push(...found)),
        ]);
      } finally {
        signal(pids, 'SIGCONT');
      }
    });
    wrong.push(...(await probesSay(servers, true)));
    return { ...seen, faults: [...wrong, ...seen.faults] };
  },
};

export const connectionsCut: Fault = {
  name: 'connections-cut',
  does: 'The connections of both servers to PostgreSQL are cut one by one (`pg_terminate_backend`).',
  missing,
  async run(ground, pace) {
    const [{ url }, servers] = [await ground.postgres(), await ground.pair()];
    const listeners = async () => (await statement(url, listening)).length;
    const before = await listeners();
    const seen = await underWork(servers, pace, async () => {
      const connections = await statement(url, `select pid from pg_stat_activity where application_name = 'parley'`);
      for (const { pid } of connections) {
        await statement(url, `select pg_terminate_backend(${Number(pid)})`);
        await sleep(cutEveryMs);
      }
    });
    // Without them, messages of the other server would arrive up to a second later from now on.
    for (const start = performance.now(); (await listeners()) < before && performance.now() - start < 60_000;)
      await sleep(lookMs);
    const after = await listeners();
    const lost = after < before ? [`${after} of ${before} connections listen to notifications again`] : [];
    return { ...seen, faults: [...lost, ...seen.faults] };
  },
};

const listening = `select pid from pg_stat_activity where application_name = 'parley' and query ilike 'listen %'`;

async function kill({ pids }: TestPostgres): Promise<void> {
  const all = pids!();
  signal(all, 'SIGKILL');
  // Otherwise its memory is still in use when it starts again.
  while (all.some(isRunning)) await sleep(lookMs);
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, name);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
