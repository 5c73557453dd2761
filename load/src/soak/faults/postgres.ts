import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPostgres } from '@parley/testing';
import { isRefused } from '../../clients/group.ts';
import { statement } from '../../servers/statement.ts';
import type { Ground } from '../ground.ts';
import type { Fault } from './fault.ts';
import { readinessFaults } from './readiness.ts';

const lookMs = 20;
const cutEveryMs = 100;
const patienceMs = 60_000;
const listening = `select pid from pg_stat_activity where application_name = 'parley' and query ilike 'listen %'`;

const missing = (): string | undefined => {
  if (process.platform !== 'linux') return 'needs Linux';
  return process.env['PARLEY_TEST_DATABASE_URL'] === undefined ? undefined : 'the database is not ours to harm';
};

/** What happens to PostgreSQL itself, or to the connections to it. */
export const postgresFaults: readonly Fault[] = [
  {
    name: 'connections-cut',
    does: 'The connections of both servers to PostgreSQL are cut one by one (`pg_terminate_backend`).',
    missing,
    async prepare(ground) {
      const { postgres, servers } = await both(ground);
      const listeners = async () => (await statement(postgres.url, listening)).length;
      const before = await listeners();
      return {
        servers,
        async disturb() {
          const connections = await statement(postgres.url, `select pid from pg_stat_activity where application_name = 'parley'`);
          for (const { pid } of connections) {
            await statement(postgres.url, `select pg_terminate_backend(${Number(pid)})`);
            await sleep(cutEveryMs);
          }
          // Without them, messages of the other server would arrive up to a second later from now on.
          for (const start = performance.now(); (await listeners()) < before && performance.now() - start < patienceMs;)
            await sleep(lookMs);
          const after = await listeners();
          return after < before ? [`${after} of ${before} connections listen to notifications again`] : [];
        },
      };
    },
  },
  {
    name: 'postgres-killed',
    does: 'All processes of PostgreSQL are killed (`kill -9`), and started again once both servers have refused.',
    missing,
    async prepare(ground) {
      const { postgres, servers } = await both(ground);
      return {
        servers,
        async disturb(group) {
          await kill(postgres);
          await group.sees(isRefused);
          const wrong = await readinessFaults(servers, false);
          await postgres.start!();
          return wrong;
        },
      };
    },
  },
  {
    name: 'postgres-paused',
    does: 'All processes of PostgreSQL are stopped (SIGSTOP), so that it neither answers nor refuses, and continue later.',
    missing,
    async prepare(ground, { pauseMs }) {
      const { postgres, servers } = await both(ground);
      return {
        servers,
        async disturb(group) {
          // The first one before the others are listed: it starts none from then on.
          signal(postgres.pids!().slice(0, 1), 'SIGSTOP');
          const pids = postgres.pids!();
          signal(pids, 'SIGSTOP');
          try {
            const [wrong] = await Promise.all([readinessFaults(servers, false), sleep(pauseMs), group.sees(isRefused)]);
            return wrong;
          } finally {
            signal(pids, 'SIGCONT');
          }
        },
      };
    },
  },
];

async function both(ground: Ground) {
  const { postgres } = await ground.databases();
  return { postgres, servers: await ground.pair() };
}

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
