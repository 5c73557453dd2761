import { startPgBouncer, startPostgres, startServer, type Settings, type TestPostgres, type TestServer } from '@parley/testing';
import { statement } from '../../postgres/statement.ts';
import { clocked, type Clock } from '../clock/clock.ts';

/** So short that a paused server outlives the locks of those who asked it. */
export const lockSeconds = 2;

export interface ClockedServer extends TestServer {
  clock: Clock;
}

/** So little that garbage is collected before it looks like a leak, and that a leak ends the server. */
const heapMb = 384;

const common: Settings = {
  PARLEY_SECRET: 'the same for every process of a soak',
  PARLEY_RATE_LIMIT: '0',
  PARLEY_LOCK_TTL_SECONDS: String(lockSeconds),
  LOG_LEVEL: 'fatal',
};

/** A PostgreSQL that can be harmed, and two servers on it, which all faults share. */
export class Ground {
  readonly #kept: { stop(): Promise<unknown> }[] = [];
  #postgres: Promise<TestPostgres> | undefined;
  #pair: Promise<[ClockedServer, ClockedServer]> | undefined;
  #databases = 0;
  readonly #isPooled: boolean;

  /** `isPooled`: the servers reach their databases through PgBouncer in transaction mode. */
  constructor({ isPooled = false } = {}) {
    this.#isPooled = isPooled;
  }

  postgres(): Promise<TestPostgres> {
    return (this.#postgres ??= this.keep(startPostgres()));
  }

  /** Two servers on one database. */
  async pair(): Promise<[ClockedServer, ClockedServer]> {
    this.#pair ??= this.newPair();
    return this.#pair;
  }

  /** Two more, on a database of their own. */
  async newPair(settings: Settings = {}): Promise<[ClockedServer, ClockedServer]> {
    const place = await this.database();
    return Promise.all([this.serve({ ...place, ...settings }), this.serve({ ...place, ...settings })]);
  }

  /** The settings of a new database. */
  async database(): Promise<Settings> {
    const { url } = await this.postgres();
    const name = `soak_${process.pid}_${(this.#databases += 1)}`;
    await statement(url, `create database ${name}`);
    const direct = Object.assign(new URL(url), { pathname: name }).href;
    if (!this.#isPooled) return { DATABASE_URL: direct };
    const pool = await this.keep(startPgBouncer(direct));
    return { DATABASE_URL: pool.url, DATABASE_LISTEN_URL: direct };
  }

  async serve(settings: Settings, by?: readonly string[]): Promise<ClockedServer> {
    const { clock, env } = clocked();
    const NODE_OPTIONS = `${env['NODE_OPTIONS']} --max-old-space-size=${heapMb}`;
    const server = await startServer({ ...common, ...env, NODE_OPTIONS, ...settings }, () => {}, undefined, by);
    await this.keep({ stop: () => server.kill() });
    return { ...server, clock };
  }

  /** Has something stopped with the ground, before what was kept earlier. */
  async keep<Thing extends { stop(): Promise<unknown> }>(starting: Thing | Promise<Thing>): Promise<Thing> {
    const thing = await starting;
    this.#kept.push(thing);
    return thing;
  }

  async stop(): Promise<void> {
    for (const thing of this.#kept.splice(0).toReversed()) await thing.stop();
  }
}
