import { randomUUID } from 'node:crypto';
import { startPostgres, type TestPostgres } from '@parley/testing';
import connect from 'postgres';
import { onTestFinished } from 'vitest';
import { laneCount } from '../src/space/lanes.ts';
import { openDatabase, type Database } from '../src/store/database.ts';

const floor = { bytes: 0, crossed: () => {} };

async function open(url: string | undefined): Promise<Database> {
  const database = await openDatabase({ url, dataDir: null, lanes: laneCount, floor });
  onTestFinished(() => database.close());
  return database;
}

/** An empty database of one kind, without a server. Each call opens it again, like another process, if possible. */
type Opening = () => Promise<Database>;

async function onEmbedded(): Promise<Opening> {
  const database = await open(undefined);
  return async () => database;
}

let postgres: Promise<TestPostgres> | undefined;
export const stopPostgres = async (): Promise<void> => (await postgres)?.stop();

async function onPostgres(): Promise<Opening> {
  const { url } = await (postgres ??= startPostgres());
  const name = `parley_${randomUUID().replaceAll('-', '')}`;
  const client = connect(url, { max: 1 });
  await client.unsafe(`create database ${name}`);
  await client.end();
  return () => open(Object.assign(new URL(url), { pathname: `/${name}` }).href);
}

export const stores = [
  ['PostgreSQL', onPostgres],
  ['the embedded database', onEmbedded],
] as const;
