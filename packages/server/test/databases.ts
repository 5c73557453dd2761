import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type Settings } from '@parley/testing';
import connect from 'postgres';

/** An empty database of one kind, for one server at a time or, on PostgreSQL, for several. */
export interface Place {
  settings: Settings;
  /** Stops the database for a while; absent if that is impossible. */
  interrupt?: ((ms: number) => Promise<void>) | undefined;
  remove(): Promise<void>;
}

export interface PostgresPlace extends Place {
  /** Reads or changes the database directly. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
}

const common = { PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'warn' };

export async function onPostgres(): Promise<PostgresPlace> {
  const postgres = await startPostgres();
  return {
    settings: { ...common, DATABASE_URL: postgres.url, PARLEY_SECRET: 'the same for every process of the tests' },
    interrupt: postgres.interrupt,
    async sql(statement) {
      const client = connect(postgres.url, { max: 1 });
      try {
        return await client.unsafe(statement);
      } finally {
        await client.end();
      }
    },
    remove: () => postgres.stop(),
  };
}

export async function onEmbedded(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-data-'));
  return { settings: { ...common, PARLEY_DATA_DIR: folder }, remove: () => rm(folder, { recursive: true }) };
}

export const databases = [
  ['PostgreSQL', onPostgres],
  ['the embedded database', onEmbedded],
] as const;
