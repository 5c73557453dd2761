import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Querying } from './connection.ts';

/** The migrations of this release. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The database has migrations that this release does not know. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
  readonly code = 'NEWER_DATABASE';

  constructor(applied: number, known: number) {
    super(
      `The database was upgraded by a newer release of Parley: its last migration is of ${day(applied)}, the last one of this release is of ${day(known)}. ` +
        'Start that release or a newer one, or restore a backup from before the upgrade',
    );
  }
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

interface Migration {
  tag: string;
  when: number;
}

const journalOf = (folder: string): Migration[] =>
  (JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: Migration[] }).entries;

/** When each migration of a folder was created, oldest first. It identifies them: the library applies what is newer than the database. */
export const migrationsIn = (folder: string): number[] => journalOf(folder).map(({ when }) => when);

/** The name of the last migration of this release: it identifies the tables and their columns. */
export const schemaName = (): string => journalOf(migrationsFolder).at(-1)!.tag;

/** When the last migration of a database was created; undefined if it has none. */
export async function lastApplied(database: Querying): Promise<number | undefined> {
  const [[table = null] = []] = await database.query(`select to_regclass('drizzle.__drizzle_migrations')::text`);
  if (table === null) return undefined;
  const [[last = null] = []] = await database.query('select max(created_at) from drizzle.__drizzle_migrations');
  return last === null ? undefined : Number(last);
}

/** Throws `NewerDatabase`. An older server could destroy what it does not know. */
export async function assertNotNewer(database: Querying, folder: string): Promise<void> {
  const applied = await lastApplied(database);
  const known = migrationsIn(folder).at(-1) ?? 0;
  if (applied !== undefined && applied > known) throw new NewerDatabase(applied, known);
}

/** Whether a database has exactly the tables of this release; `none` if no migration was applied. */
export async function ageOf(database: Querying): Promise<'same' | 'earlier' | 'later' | 'none'> {
  const applied = await lastApplied(database);
  const known = migrationsIn(migrationsFolder).at(-1)!;
  if (applied === undefined) return 'none';
  if (applied === known) return 'same';
  return applied < known ? 'earlier' : 'later';
}
