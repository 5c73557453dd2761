import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, relayTo } from '@parley/testing';
import { setClock } from '../../control/control.ts';
import { until } from '../../process/concurrency.ts';
import { scratch } from '../../process/resources.ts';
import { statement } from '../../servers/databases.ts';
import type { Server } from '../../servers/serve.ts';
import { lockSeconds, type Ground } from '../ground.ts';
import { fill, isRunning, signal } from './harm.ts';
import type { Fault } from './try.ts';

const hourMs = 3_600_000;
const patienceMs = 60_000;
const cutEveryMs = 100;
const diskMb = 512;
const connected = `select pid from pg_stat_activity where application_name = 'parley'`;
const listening = `${connected} and query ilike 'listen %'`;
/** Each of the two clocks, ahead and behind, alone and together. */
const clocks: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 0],
  [-1, 0],
  [-1, -1],
  [1, 1],
  [0, 0],
];

const noPostgres = (): string | undefined => {
  if (process.platform !== 'linux') return 'needs Linux';
  return process.env['PARLEY_TEST_DATABASE_URL'] === undefined ? undefined : 'the database is not ours to harm';
};

async function both(ground: Ground) {
  const { postgres } = await ground.databases();
  return { postgres, servers: await ground.pair() };
}

/** Two servers, and a network that loses what one of them sends to the database, or what it is sent. */
const lossy = (does: string, direction: 'to' | 'from'): Fault => ({
  does,
  missing: noPostgres,
  async prepare(ground, pauseMs) {
    const place = await ground.database();
    const direct = new URL(place['DATABASE_URL']!);
    const relay = await ground.add(relayTo(Number(direct.port)));
    const near = await ground.serve(place);
    const far = await ground.serve({ DATABASE_URL: Object.assign(direct, { port: relay.port }).href });
    return {
      servers: [near, far],
      ...{ lastsMs: pauseMs, refusing: [1], writing: [0], unready: [far] },
      begin: () => relay.lose(direction),
      end: () => relay.lose(),
    };
  },
});

/** Everything that can fail around a server, or in it. */
export const faults: Readonly<Record<string, Fault>> = {
  'connections-cut': {
    does: 'The connections of both servers to PostgreSQL are cut one by one (`pg_terminate_backend`), and then all at once.',
    missing: noPostgres,
    async prepare(ground) {
      const { postgres, servers } = await both(ground);
      const listeners = async () => (await statement(postgres.url, listening)).length;
      const before = await listeners();
      return {
        servers,
        async begin() {
          for (const { pid } of await statement(postgres.url, connected)) {
            await statement(postgres.url, `select pg_terminate_backend(${Number(pid)})`);
            await sleep(cutEveryMs);
          }
          await statement(postgres.url, `select pg_terminate_backend(pid) from (${connected}) of_servers`);
          // Without them, messages of the other server would arrive up to a second later from now on.
          const again = await until(async () => (await listeners()) >= before, patienceMs);
          return again ? [] : [`${await listeners()} of ${before} connections listen to notifications again`];
        },
      };
    },
  },
  'postgres-killed': {
    does: 'All processes of PostgreSQL are killed (`kill -9`), and started again once both servers have refused.',
    missing: noPostgres,
    async prepare(ground) {
      const { postgres, servers } = await both(ground);
      return {
        servers,
        ...{ refusing: [0, 1], unready: servers },
        async begin() {
          const pids = postgres.pids!();
          signal(pids, 'SIGKILL');
          // Otherwise its memory is still in use when it starts again.
          await until(() => !pids.some(isRunning), patienceMs);
        },
        end: () => postgres.start!(),
      };
    },
  },
  'postgres-paused': {
    does: 'All processes of PostgreSQL are stopped (SIGSTOP), so that it neither answers nor refuses, and continue later.',
    missing: noPostgres,
    async prepare(ground, pauseMs) {
      const { postgres, servers } = await both(ground);
      let pids: readonly number[] = [];
      return {
        servers,
        ...{ lastsMs: pauseMs, refusing: [0, 1], unready: servers },
        begin() {
          // The first one before the others are listed: it starts none from then on.
          signal(postgres.pids!().slice(0, 1), 'SIGSTOP');
          pids = postgres.pids!();
          signal(pids, 'SIGSTOP');
        },
        end: () => signal(pids, 'SIGCONT'),
      };
    },
  },
  'server-paused': {
    does: 'One of two servers is stopped (SIGSTOP) for longer than locks last, while the other gives them to others, and continues.',
    async prepare(ground) {
      const servers = await ground.pair();
      return {
        servers,
        // Timers of its connections can be the first that it notices.
        ...{ breaks: true, lastsMs: 2.5 * lockSeconds * 1000, writing: [1] },
        begin: () => signal([servers[0].pid], 'SIGSTOP'),
        end: () => signal([servers[0].pid], 'SIGCONT'),
      };
    },
  },
  'rolling-restart': {
    does: 'Two servers are stopped (SIGTERM) and started again, one after the other, as an upgrade does.',
    async prepare(ground) {
      const place = { ...(await ground.database()), PARLEY_DRAIN_SECONDS: '3' };
      const start = async (port: number) => ground.serve({ ...place, PORT: String(port) });
      const servers: [Server, Server] = [await start(await freePort()), await start(await freePort())];
      return {
        servers,
        // Nothing listens at the port of a server that is away; a proxy would ask the other one.
        breaks: true,
        async begin(group) {
          const wrong: string[] = [];
          for (const [i, server] of servers.entries()) {
            await server.stop();
            const code = await server.ended;
            if (code !== 0) wrong.push(`server ${i} ended with ${code}`);
            await start(server.port);
            await group.writes([i]);
          }
          return wrong;
        },
      };
    },
  },
  'clock-steps': {
    does: 'The clocks of two servers are set an hour ahead and back, each alone and both together.',
    async prepare(ground) {
      const servers = await ground.pair();
      return {
        servers,
        async begin(group) {
          for (const hours of clocks) {
            await Promise.all(servers.map(({ control }, i) => setClock(control, hours[i]! * hourMs)));
            await group.writes();
          }
        },
      };
    },
  },
  'network-to-database': lossy('The network loses what one of two servers sends to the database.', 'to'),
  'network-from-database': lossy('The network loses what the database sends to one of two servers.', 'from'),
  'disk-full': {
    does: 'Another program fills the disk of the embedded database to the last byte, and frees it later.',
    missing: () =>
      process.getuid?.() === 0 && process.platform === 'linux' ? undefined : 'needs root on Linux, to mount a small disk',
    async prepare(ground) {
      const folder = scratch('disk');
      mkdirSync(folder);
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]);
      await ground.add({ stop: async () => void execFileSync('umount', ['-l', folder]) });
      const file = join(folder, 'full');
      return {
        // Without a floor, which would refuse writes before the disk is full.
        servers: [await ground.serve({ PARLEY_DATA_DIR: join(folder, 'data'), PARLEY_MIN_FREE_DISK: '0' })],
        refusing: [0],
        begin: () => fill(file),
        end: () => rmSync(file),
      };
    },
  },
};
