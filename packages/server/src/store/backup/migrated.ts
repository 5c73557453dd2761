import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Querying } from '../connection.ts';

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

interface Journal {
  entries: { tag: string; when: number }[];
}

const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal;

/** The name of the last migration of this release: it identifies the tables and their columns. */
export const schema = entries.at(-1)!.tag;

/** Whether a database has exactly the tables of this release; `none` if no migration was applied. */
export async function ageOf(database: Querying): Promise<'same' | 'earlier' | 'later' | 'none'> {
  const [[exists] = []] = await database.query("select to_regclass('drizzle.__drizzle_migrations') is not null");
  if (exists !== true) return 'none';
  const [[last] = []] = await database.query('select max(created_at)::int8 from drizzle.__drizzle_migrations');
  if (last === null || last === undefined) return 'none';
  const newest = entries.at(-1)!.when;
  if (Number(last) === newest) return 'same';
  return Number(last) < newest ? 'earlier' : 'later';
}
