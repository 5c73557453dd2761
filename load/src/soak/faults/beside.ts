import { freePort, hasNats, hasPgBouncer, hasRedis, startNats, startPgBouncer, startRedis, type Settings } from '@parley/testing';
import { isRefused, isWritten } from '../../clients/group.ts';
import type { Fault } from './fault.ts';

/** A process beside the servers. A line here is all that another one needs. */
interface Beside {
  name: string;
  does: string;
  isInstalled(): boolean;
  /** `stop` kills it, like a power failure. `database` is the URL of the database. */
  start(port: number, database: string): Promise<{ url: string; stop(): Promise<void> }>;
  settings(url: string, database: string): Settings;
  /** Nobody should notice that it is away, except that notifications take longer. */
  isUnnoticed: boolean;
}

const bus = (name: string): string =>
  `${name}, which carries notifications, is killed (\`kill -9\`), and started again after each server has stored a message without it.`;

const all: readonly Beside[] = [
  {
    name: 'PgBouncer',
    does: 'PgBouncer, over which two servers reach PostgreSQL, is killed (`kill -9`), and started again once both have refused.',
    isInstalled: hasPgBouncer,
    start: (port, database) => startPgBouncer(database, [], port),
    settings: (url, database) => ({ DATABASE_URL: url, DATABASE_LISTEN_URL: database }),
    isUnnoticed: false,
  },
  {
    name: 'Redis',
    does: bus('Redis'),
    isInstalled: hasRedis,
    start: async (port) => {
      const { url, kill } = await startRedis(port);
      return { url, stop: kill };
    },
    settings: (url, database) => ({ DATABASE_URL: database, REDIS_URL: url }),
    isUnnoticed: true,
  },
  {
    name: 'NATS',
    does: bus('NATS'),
    isInstalled: hasNats,
    start: (port) => startNats(port),
    settings: (url, database) => ({ DATABASE_URL: database, NATS_URL: url }),
    isUnnoticed: true,
  },
];

export const processesKilled: readonly Fault[] = all.map(({ name, does, isInstalled, start, settings, isUnnoticed }) => ({
  name: `${name.toLowerCase()}-killed`,
  does,
  missing: () => (isInstalled() ? undefined : `${name} is not installed`),
  async prepare(ground) {
    const database = await (await ground.databases()).create();
    const port = await freePort();
    let running = await start(port, database);
    await ground.add({ stop: () => running.stop() });
    return {
      servers: await ground.newPair(settings(running.url, database)),
      isUnnoticed,
      async disturb(group) {
        await running.stop();
        await group.sees(isUnnoticed ? isWritten : isRefused);
        running = await start(port, database);
      },
    };
  },
}));
