import { startPostgres, type TestPostgres } from '@parley/testing';
import { firstLine } from '../first-line.ts';
import { statement } from './statement.ts';

// A checkpoint during a round would distort it. Two builds have up to a dozen servers at a time.
const settings = ['max_wal_size=8GB', 'checkpoint_timeout=30min', 'max_connections=400'];

/** The databases of one run, all on one server. */
export class Databases {
  readonly #server: TestPostgres;
  readonly #created: string[] = [];

  private constructor(server: TestPostgres) {
    this.#server = server;
  }

  static start(): Promise<Databases | { missing: string }> {
    return startPostgres(settings).then(
      (server) => new Databases(server),
      (error: unknown) => ({ missing: `PostgreSQL did not start: ${firstLine(error)}` }),
    );
  }

  /** Creates an empty database and returns its URL. */
  async create(): Promise<string> {
    const name = `parley_bench_${process.pid}_${this.#created.length}`;
    this.#created.push(name);
    await statement(this.#server.url, `create database ${name}`);
    return Object.assign(new URL(this.#server.url), { pathname: name }).href;
  }

  async version(): Promise<string> {
    const [row] = await statement(this.#server.url, 'show server_version');
    return String(row!['server_version']);
  }

  async stop(): Promise<void> {
    const isOurs = this.#server.interrupt !== undefined;
    for (const name of isOurs ? [] : this.#created) {
      await statement(this.#server.url, `drop database if exists ${name} with (force)`);
    }
    await this.#server.stop();
  }
}
