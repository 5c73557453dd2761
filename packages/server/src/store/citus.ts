import { columnsOf } from './columns.ts';
import type { Querying } from './connection.ts';
import { keptNames, nounOf } from './nouns/index.ts';
import { events, idempotencyRecords, spaceHeads } from './schema.ts';
import { Unusable } from './unusable.ts';

/** One PostgreSQL, or several that Citus makes one database of. */
export type DatabaseKind = 'postgres' | 'citus';

/** The tables whose rows belong to spaces: those of a space are on one node. `spaces` is the first one; all other tables stay on the coordinator. */
export const tablesOfSpaces: readonly string[] = [
  ...keptNames.map((name) => nounOf(name).table),
  spaceHeads,
  events,
  idempotencyRecords,
].map((table) => columnsOf(table).name);

/** What a database is: Citus if it has the extension, unless the operator wants its tables on one node. */
export async function kindOf(database: Querying, wanted?: DatabaseKind): Promise<DatabaseKind> {
  const [[hasCitus] = []] = await database.query(`select exists (select from pg_extension where extname = 'citus')`);
  if (wanted === 'citus' && hasCitus !== true) {
    throw new Unusable('PARLEY_DATABASE is citus, but the database has no extension citus: create it, or remove the setting');
  }
  if (hasCitus !== true) return 'postgres';
  if (wanted !== 'postgres') return 'citus';
  if ((await distributed(database)).size === 0) return 'postgres';
  throw new Unusable('PARLEY_DATABASE is postgres, but the tables of the database are distributed: remove the setting');
}

/** Distributes those tables of spaces that are not distributed yet, such as all of a new database, or one that a migration created. */
export async function distribute(database: Querying): Promise<void> {
  const done = await distributed(database);
  for (const table of tablesOfSpaces) {
    if (done.has(table)) continue;
    const beside = table === tablesOfSpaces[0] ? 'none' : tablesOfSpaces[0]!;
    await database.query(`select create_distributed_table('${table}', 'space_id', colocate_with => '${beside}')`);
    // What it had is on the nodes now.
    await database.query(`select truncate_local_data_after_distributing_table('${table}')`);
  }
}

async function distributed(database: Querying): Promise<Set<string>> {
  const rows = await database.query(`select logicalrelid::text from pg_dist_partition where partmethod = 'h'`);
  return new Set(rows.map(([table]) => String(table)));
}
