import { randomBytes } from 'node:crypto';
import type { Settings } from '@parley/testing';
import { controlled } from '../control/control.ts';
import type { Load, Loaded } from '../generators/load.ts';
import { startChild, type Child } from '../process/child.ts';
import { unlessInterrupted } from '../process/interrupted.ts';
import { Resources } from '../process/resources.ts';
import { startDatabases, statement, type Databases } from '../servers/databases.ts';
import { serve, type Server } from '../servers/serve.ts';
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

/** A build, its database on the common PostgreSQL, and what a section started of it. */
export class Stage extends Resources {
  readonly pace: Pace;
  readonly build: string;
  readonly generator: Child<Load, Loaded>;
  readonly url: string;
  /** Creates another empty database and returns its URL. */
  readonly newDatabase: () => Promise<string>;

  private constructor(pace: Pace, build: string, generator: Child<Load, Loaded>, url: string, { create }: Databases) {
    super();
    [this.pace, this.build, this.generator, this.url, this.newDatabase] = [pace, build, generator, url, create];
  }

  static async open(pace: Pace, build: string, generator: Child<Load, Loaded>, databases: Databases): Promise<Stage> {
    const stage = new Stage(pace, build, generator, await databases.create(), databases);
    await stage.serve();
    await stage.stop();
    return stage;
  }

  /** Starts a server that is stopped with the section. */
  serve(place: Settings = {}): Promise<Server> {
    const database: Settings = 'PARLEY_DATA_DIR' in place ? {} : { DATABASE_URL: this.url };
    return this.add(serve(parleySettings({ ...database, ...place }), { build: this.build }));
  }

  /** Starts one of the minimal servers. */
  async bare(bare: Bare): Promise<Measured> {
    const { control, env } = controlled();
    const child = await this.add(startChild<Bare, number>('bench/bare.js', env));
    return { port: await child.ask(bare), control };
  }

  /** The rate of inserting the rows of messages. */
  inserts(clients: number, spaces: number): Way {
    return async () => async () => ({ perSecond: await inserts(this.url, clients, spaces, this.pace.ms) });
  }

  /** A closed loop of clients, for a server that has answered so many of its requests that its code is compiled. */
  loop({ port, control }: Measured, requests: readonly Buffer[], clients: number, ms = this.pace.ms): Way {
    const load = { port, control, requests, clients, ms };
    return async () => {
      await this.generator.ask({ ...load, ...warmUp });
      return () => this.generator.ask(load);
    };
  }
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
    for (const build of builds) stages.push(await Stage.open(pace, build, generator, databases));
    const [row] = await statement(databases.postgres.url, 'show server_version');
    return work(stages, `PostgreSQL ${String(row!['server_version'])}`);
  };
  try {
    return await unlessInterrupted(start());
  } finally {
    await shared.stop();
  }
}
