import { randomBytes } from 'node:crypto';
import type { Settings } from '@parley/testing';
import { controlled } from '../control/control.ts';
import type { Load, Loaded } from '../generators/load.ts';
import { startChild, type Child } from '../process/child.ts';
import { unlessInterrupted } from '../process/interrupted.ts';
import { Resources } from '../process/resources.ts';
import { startDatabases, statement, type Databases } from '../servers/databases.ts';
import { serve as serveBuild, type Server } from '../servers/serve.ts';
import type { Bare } from './bare.ts';
import type { Way } from './figures.ts';
import { inserts } from './inserts.ts';

/** The amount and duration of measurements. */
export interface Pace {
  quick: boolean;
  rounds: number;
  ms: number;
  clients: readonly number[];
  manySpaces: number;
}

type Measured = Pick<Server, 'port' | 'control'>;

const secret = randomBytes(32).toString('hex');
const warmUp = { ms: 30_000, count: 3_000 };
// A checkpoint during a round would distort it. Two builds have up to a dozen servers at a time.
const lines = ['max_wal_size=8GB', 'checkpoint_timeout=30min', 'max_connections=400'];

/** Settings of every Parley under test; all share one secret, because processes on one database must. */
export const parleySettings = (place: Settings): Settings => ({
  PARLEY_SECRET: secret,
  PARLEY_RATE_LIMIT: '0',
  // One space gets more messages in a round than its default limit allows.
  PARLEY_MAX_BYTES_PER_SPACE: String(2 ** 40),
  LOG_LEVEL: 'warn',
  ...place,
});

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A build, its database on the common PostgreSQL, and what a section started of it. */
async function openStage(pace: Pace, build: string, generator: Child<Load, Loaded>, { create: newDatabase }: Databases) {
  const [started, url] = [new Resources(), await newDatabase()];

  /** Starts a server that is stopped with the section. */
  const serve = (place: Settings = {}): Promise<Server> => {
    const database: Settings = 'PARLEY_DATA_DIR' in place ? {} : { DATABASE_URL: url };
    return started.add(serveBuild(parleySettings({ ...database, ...place }), { build }));
  };
  await serve();
  await started.stop();
  return {
    ...{ pace, build, generator, url, newDatabase, serve },
    add: started.add,
    stop: started.stop,

    /** Starts one of the minimal servers. */
    async bare(bare: Bare): Promise<Measured> {
      const { control, env } = controlled();
      const child = await started.add(startChild<Bare, number>('bench/bare.js', env));
      return { port: await child.ask(bare), control };
    },

    /** The rate of inserting the rows of messages. */
    inserts: (clients: number, spaces: number): Way => {
      return async () => async () => ({ perSecond: await inserts(url, clients, spaces, pace.ms) });
    },

    /** A closed loop of clients, for a server that has answered so many of its requests that its code is compiled. */
    loop({ port, control }: Measured, requests: readonly Buffer[], clients: number, ms = pace.ms): Way {
      const load = { port, control, requests, clients, ms };
      return async () => {
        await generator.ask({ ...load, ...warmUp });
        return () => generator.ask(load);
      };
    },
  };
}

/** Starts what all sections share, a stage for each build, and stops all of it when the work ends or this process has to. */
export async function onStages<Result>(
  pace: Pace,
  builds: readonly string[],
  work: (stages: readonly Stage[], database: string) => Promise<Result>,
): Promise<Result> {
  const shared = new Resources();
  const start = async () => {
    const generator = await shared.add(startChild<Load, Loaded>('generators/load.js'));
    const databases = await shared.add(startDatabases(lines));
    const stages: Stage[] = [];
    for (const build of builds) stages.push(await openStage(pace, build, generator, databases));
    const [row] = await statement(databases.postgres.url, 'show server_version');
    return work(stages, `PostgreSQL ${String(row!['server_version'])}`);
  };
  try {
    return await unlessInterrupted(start());
  } finally {
    await shared.stop();
  }
}
