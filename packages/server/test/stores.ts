import { openStores } from '../src/engine/store/open.ts';
import { openQueries, tables } from '../src/resources/index.ts';
import { onTestFinished } from 'vitest';
import { slotCounts } from '../src/engine/write/connection-slots.ts';
import { openDatabase, type Database } from '../src/engine/store/database.ts';
import { freshDatabase } from './shared-postgres.ts';

const floor = { bytes: 0, crossed: () => {} };

const openAt = (url: string | undefined): Promise<Database> =>
  openDatabase({ url, dataDir: null, tables, slots: slotCounts, floor });

/** An empty database of one kind, without a server. Each call opens it again, like another process, if possible. */
type Opening = () => Promise<Database>;

let embedded: Promise<Database> | undefined;

/** Ends the database that the tests of a file shared. */
export async function stopDatabases(): Promise<void> {
  await (await embedded)?.close();
  embedded = undefined;
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

async function onPostgres(): Promise<Opening> {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  return async () => {
    const database = await openAt(url);
    onTestFinished(() => database.close());
    return database;
  };
}

export const stores = [
  ['PostgreSQL', onPostgres],
  ['the embedded database', onEmbedded],
] as const;

/** Everything that reads or changes rows. */
export const storesOf = (database: Database) => ({ ...openStores(database, tables), ...openQueries(database) });
