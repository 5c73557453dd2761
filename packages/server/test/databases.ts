import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type Settings, type TestPostgres } from '@parley/testing';
import connect from 'postgres';
import { freshDatabase } from './shared-postgres.ts';

/** An empty database of one kind, for one server at a time or, on PostgreSQL, for several. */
export interface Place {
  settings: Settings;
  remove(): Promise<void>;
}

export interface PostgresPlace extends Place {
  /** Reads or changes the database directly. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
}

const common = { PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'warn' };

/** A database on the PostgreSQL that all files share. */
export async function onPostgres(): Promise<PostgresPlace> {
  const { url, drop } = await freshDatabase();
  return placeAt(url, drop);
}

/** A PostgreSQL of its own, without any table, for tests that disturb it. */
export async function onOwnPostgres(): Promise<PostgresPlace & { interrupt: TestPostgres['interrupt'] | undefined }> {
  const { url, stop, interrupt } = await startPostgres();
  return { ...placeAt(url, stop), interrupt };
}

const placeAt = (url: string, remove: () => Promise<void>): PostgresPlace => ({
  settings: { ...common, DATABASE_URL: url, PARLEY_SECRET: 'the same for every process of the tests' },
  async sql(statement) {
    const client = connect(url, { max: 1 });
    return client.unsafe(statement).finally(() => client.end());
  },
  remove,
});

export async function onEmbedded(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-data-'));
  return { settings: { ...common, PARLEY_DATA_DIR: folder }, remove: () => rm(folder, { recursive: true }) };
}

export const databases = [
  ['PostgreSQL', onPostgres],
  ['the embedded database', onEmbedded],
] as const;
