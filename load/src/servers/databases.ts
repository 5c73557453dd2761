import { startPgBouncer, startPostgres, type Settings, type TestPool, type TestPostgres } from '@parley/testing';
import { statement } from './statement.ts';

/** The databases of one run, all on one PostgreSQL. */
export class Databases {
  readonly postgres: TestPostgres;
  readonly #isPooled: boolean;
  readonly #created: string[] = [];
  readonly #pools: TestPool[] = [];

  private constructor(postgres: TestPostgres, isPooled: boolean) {
    this.postgres = postgres;
    this.#isPooled = isPooled;
  }

  /** `lines` are for postgresql.conf; `isPooled`: servers reach their databases through PgBouncer in transaction mode. */
  static async start({
    lines = [],
    isPooled = false,
  }: { lines?: readonly string[]; isPooled?: boolean } = {}): Promise<Databases> {
    return new Databases(await startPostgres(lines), isPooled);
  }

  /** Creates an empty database and returns its URL. */
  async create(): Promise<string> {
    const name = `parley_load_${process.pid}_${this.#created.length}`;
    this.#created.push(name);
    await statement(this.postgres.url, `create database ${name}`);
    return Object.assign(new URL(this.postgres.url), { pathname: name }).href;
  }

  /** The settings of servers with an empty database of their own. */
  async settings(): Promise<Settings> {
    const direct = await this.create();
    if (!this.#isPooled) return { DATABASE_URL: direct };
    const pool = await startPgBouncer(direct);
    this.#pools.push(pool);
    return { DATABASE_URL: pool.url, DATABASE_LISTEN_URL: direct };
  }

  async version(): Promise<string> {
    const [row] = await statement(this.postgres.url, 'show server_version');
    return String(row!['server_version']);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.stop()));
    const isOurs = this.postgres.interrupt !== undefined;
    for (const name of isOurs ? [] : this.#created) {
      await statement(this.postgres.url, `drop database if exists ${name} with (force)`);
    }
    await this.postgres.stop();
  }
}
