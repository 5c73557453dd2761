import { fileURLToPath } from 'node:url';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import connect from 'postgres';
import { openEmbedded } from '../src/engine/store/embedded/open.ts';
import { tables } from '../src/resources/index.ts';
import * as schema from '../src/engine/store/schema.ts';
import type { Place } from './databases.ts';

const migrationsFolder = fileURLToPath(new URL('../dist/engine/store/migrations', import.meta.url));

/** Every table with rows of a space, by name. */
export const tablesOfASpace: PgTable[] = [...(Object.values(schema) as unknown[]), ...tables.all.map(({ table }) => table)]
  .filter((each): each is PgTable => is(each, PgTable))
  .filter((table) => 'spaceId' in getTableColumns(table))
  .sort((a, b) => (getTableName(a) < getTableName(b) ? -1 : 1));

type Query = (text: string) => Promise<readonly (readonly unknown[])[]>;

/** The number of rows of a space in each table that has any. No server may have the embedded database open. */
export const rowsOf = (place: Place, spaceId: string): Promise<Record<string, number>> =>
  querying(place, async (query) => {
    const tables = await query(
      "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'space_id' order by 1",
    );
    const counts: Record<string, number> = {};
    for (const [table] of tables) {
      const [[rows] = []] = await query(`select count(*)::int from ${String(table)} where space_id = '${spaceId}'`);
      if (rows !== 0) counts[String(table)] = rows as number;
    }
    return counts;
  });

/** Queries a database directly. No server may have the embedded one open. */
export const querying = <Answer>({ settings }: Place, work: (query: Query) => Promise<Answer>): Promise<Answer> =>
  settings['DATABASE_URL'] ? onPostgres(settings['DATABASE_URL'], work) : onEmbedded(settings['PARLEY_DATA_DIR']!, work);

async function onPostgres<Answer>(url: string, work: (query: Query) => Promise<Answer>): Promise<Answer> {
  const sql = connect(url, { max: 1 });
  try {
    return await work((text) => sql.unsafe(text).values());
  } finally {
    await sql.end();
  }
}

async function onEmbedded<Answer>(dataDir: string, work: (query: Query) => Promise<Answer>): Promise<Answer> {
  const database = await openEmbedded({ dataDir, migrationsFolder });
  try {
    return await work((text) => database.query(text));
  } finally {
    await database.close();
  }
}
