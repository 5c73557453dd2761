import { randomUUID } from 'node:crypto';
import { startPostgres, type TestPostgres } from '@parley/testing';
import connect from 'postgres';
import { onTestFinished } from 'vitest';
import { laneCount } from '../src/space/lanes.ts';
import { openDatabase, type Database } from '../src/store/database.ts';

const floor = { bytes: 0, crossed: () => {} };

const openAt = (url: string | undefined): Promise<Database> => openDatabase({ url, dataDir: null, lanes: laneCount, floor });

/** An empty database of one kind, without a server. Each call opens it again, like another process, if possible. */
type Opening = () => Promise<Database>;

let embedded: Promise<Database> | undefined;
let postgres: Promise<{ server: TestPostgres; template: string }> | undefined;

/** Ends the databases that the tests of a file shared. */
export async function stopDatabases(): Promise<void> {
  await (await embedded)?.close();
  await (await postgres)?.server.stop();
  embedded = postgres = undefined;
}

/** One for all tests of a file, because its start takes longer than most tests; the next test finds it empty. */
async function onEmbedded(): Promise<Opening> {
  const database = await (embedded ??= openAt(undefined));
  const { background } = database;
  const [row] = await background.query(
    `select string_agg(quote_ident(tablename), ', ') from pg_tables where schemaname = 'public'`,
  );
  await background.query(`truncate ${String(row![0])}`);
  return async () => database;
}

/** A server with a database that has all tables: copies of it need no migrations. */
async function startServer() {
  const server = await startPostgres();
  const template = 'parley_template';
  await createDatabase(server, template);
  const database = await openAt(addressOf(server, template));
  await database.close();
  return { server, template };
}

async function onPostgres(): Promise<Opening> {
  const { server, template } = await (postgres ??= startServer());
  const name = `parley_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server, `${name} template ${template}`);
  return async () => {
    const database = await openAt(addressOf(server, name));
    onTestFinished(() => database.close());
    return database;
  };
}

async function createDatabase({ url }: TestPostgres, what: string): Promise<void> {
  const client = connect(url, { max: 1 });
  await client.unsafe(`create database ${what}`);
  await client.end();
}

const addressOf = ({ url }: TestPostgres, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

export const stores = [
  ['PostgreSQL', onPostgres],
  ['the embedded database', onEmbedded],
] as const;
