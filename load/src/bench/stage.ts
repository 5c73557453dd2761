import { randomBytes } from 'node:crypto';
import type { Settings } from '@parley/testing';
import { startGenerator, type Generator } from '../generators/start.ts';
import { firstLine } from '../process/first-line.ts';
import { unlessInterrupted } from '../process/interrupted.ts';
import { Resources } from '../process/resources.ts';
import { scratch } from '../process/scratch.ts';
import type { Build } from '../servers/build.ts';
import { startDatabases, type Databases } from '../servers/databases.ts';
import { serve, type Server } from '../servers/serve.ts';
import { statement } from '../servers/statement.ts';
import type { Way } from './figures.ts';
import { createTable, insertsInto, type Inserts } from './postgres/inserts.ts';

/** The amount and duration of measurements. */
export interface Pace {
  quick: boolean;
  rounds: number;
  ms: number;
  clients: readonly number[];
  manySpaces: number;
}

/** This machine lacks what a measurement needs. */
export class Missing extends Error {}

interface Postgres {
  url: string;
  /** The settings of a server with this database. */
  place: Settings;
  inserts: Inserts;
  /** Creates another empty database on the same server and returns its URL. */
  create(): Promise<string>;
}

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

/** A build, where it keeps its data, and what a section started of it. */
export class Stage extends Resources {
  readonly pace: Pace;
  readonly generator: Generator;
  readonly build: Build;
  /** A database of its own on the common PostgreSQL, or a folder if there is none. */
  readonly place: Settings;
  readonly #postgres: Postgres | Missing;

  constructor(pace: Pace, generator: Generator, build: Build, place: Settings, postgres: Postgres | Missing) {
    super();
    this.pace = pace;
    this.generator = generator;
    this.build = build;
    this.place = place;
    this.#postgres = postgres;
  }

  get postgres(): Postgres {
    if (this.#postgres instanceof Missing) throw this.#postgres;
    return this.#postgres;
  }

  /** Starts a server that is stopped with the section. */
  serve(place = this.place): Promise<Server> {
    return this.add(serve(parleySettings(place), { build: this.build }));
  }

  /** The rate of inserting the rows of messages. */
  inserts(clients: number, spaces: 'one' | 'many'): Way {
    return async () => {
      const { inserts } = this.postgres;
      return async () => ({ perSecond: await inserts(clients, spaces, this.pace.ms) });
    };
  }

  /** A closed loop of clients, for a server that has answered so many of its requests that its code is compiled. */
  loop(
    { port, control }: { port: number; control: string },
    requests: readonly Buffer[],
    clients: number,
    ms = this.pace.ms,
  ): Way {
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
  builds: readonly Build[],
  work: (stages: readonly Stage[], database: string) => Promise<Result>,
): Promise<Result> {
  const shared = new Resources();
  const start = async () => {
    const generator = await shared.add(startGenerator());
    const databases = await shared.add(startDatabases(lines)).catch((error: unknown) => {
      return new Missing(`PostgreSQL did not start: ${firstLine(error)}`);
    });
    const stages: Stage[] = [];
    for (const build of builds) stages.push(await open(pace, generator, build, databases));
    return work(stages, databases instanceof Missing ? databases.message : await versionOf(databases));
  };
  try {
    return await unlessInterrupted(start());
  } finally {
    await shared.stop();
  }
}

async function open(pace: Pace, generator: Generator, build: Build, databases: Databases | Missing): Promise<Stage> {
  if (databases instanceof Missing) return new Stage(pace, generator, build, { PARLEY_DATA_DIR: scratch('data') }, databases);
  const url = await databases.create();
  const place = { DATABASE_URL: url };
  const server = await serve(parleySettings(place), { build });
  await server.stop();
  await statement(url, createTable);
  return new Stage(pace, generator, build, place, { url, place, inserts: insertsInto(url), create: databases.create });
}

async function versionOf({ postgres }: Databases): Promise<string> {
  const [row] = await statement(postgres.url, 'show server_version');
  return `PostgreSQL ${String(row!['server_version'])}`;
}
