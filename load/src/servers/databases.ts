import { startPostgres, type TestPostgres } from '@parley/testing';
import postgres from 'postgres';

/** The databases of one run, all on one PostgreSQL. */
export interface Databases {
  postgres: TestPostgres;
  /** Creates an empty database and returns its URL. */
  create(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL, or uses the given one. `lines` are for postgresql.conf. */
export async function startDatabases(lines: readonly string[] = []): Promise<Databases> {
  const postgres = await startPostgres(lines);
  const created: string[] = [];
  return {
    postgres,
    async create() {
      const name = `parley_load_${process.pid}_${created.length}`;
      created.push(name);
      await statement(postgres.url, `create database ${name}`);
      return Object.assign(new URL(postgres.url), { pathname: name }).href;
    },
    async stop() {
      const isOurs = postgres.interrupt !== undefined;
      for (const name of isOurs ? [] : created) await statement(postgres.url, `drop database if exists ${name} with (force)`);
      await postgres.stop();
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function statement(
  url: string,
  text: string,
  parameters: (string | number)[] = [],
): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    return await sql.unsafe(text, parameters);
  } finally {
    await sql.end();
  }
}
