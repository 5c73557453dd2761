import { columnsOf } from './columns.ts';
import type { Connection, Param, Querying } from './connection.ts';
import { arrayLiteral } from './literal.ts';
import type { Tables } from './tables.ts';
import { events, idempotencyRecords, spaceHeads } from './schema.ts';
import { Unusable } from './unusable.ts';

/** One PostgreSQL, or several that Citus makes one database of. */
export type DatabaseKind = 'postgres' | 'citus';

/** The tables whose rows belong to spaces: those of a space are on one node. `spaces` is the first one; all other tables stay on the coordinator. */
export const distributedTables = ({ all }: Tables): string[] =>
  [...all.map(({ table }) => table), spaceHeads, events, idempotencyRecords].map((table) => columnsOf(table).name);

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
export async function distribute(database: Querying, tables: Tables): Promise<void> {
  const names = distributedTables(tables);
  const done = await distributed(database);
  for (const table of names) {
    if (done.has(table)) continue;
    const beside = table === names[0] ? 'none' : names[0]!;
    await database.query(`select create_distributed_table('${table}', 'space_id', colocate_with => '${beside}')`);
    // What it had is on the nodes now.
    await database.query(`select truncate_local_data_after_distributing_table('${table}')`);
  }
  await createRunner(database, names[0]!);
}

async function distributed(database: Querying): Promise<Set<string>> {
  const rows = await database.query(`select logicalrelid::text from pg_dist_partition where partmethod = 'h'`);
  return new Set(rows.map(([table]) => String(table)));
}

/**
 * The function that runs the statement of a batch of one space, whose parameters are texts. Citus calls it on the node that has the space,
 * which plans and runs all parts of the statement: otherwise each part would be a round trip, planned by the coordinator.
 */
const runner = 'run_at_space(uuid, text, text[])';

async function createRunner(database: Querying, colocatedWith: string): Promise<void> {
  const [[exists] = []] = await database.query(
    `select exists (select from pg_dist_object where classid = 'pg_proc'::regclass
     and objid = to_regprocedure('${runner}') and distribution_argument_index is not null)`,
  );
  if (exists === true) return;
  await database.query(
    `create or replace function run_at_space(of_space uuid, statement text, params text[])
     returns table (space_id uuid, rev bigint, sequence bigint, last_ms bigint) language plpgsql
     as 'begin return query execute statement using params; end'`,
  );
  await database.query(`select create_distributed_function('${runner}', 'of_space', colocate_with => '${colocatedWith}')`);
}

/** A connection that runs the statements of batches on the nodes of their spaces. */
export function runningAtSpaces(connection: Connection): Connection {
  return Object.assign(connection, {
    atSpace: (spaceId: string, text: string, params: readonly Param[]) =>
      connection.query('select * from run_at_space($1::uuid, $2::text, $3::text[])', [
        spaceId,
        text.replaceAll(/\$(\d+)/g, '($$1)[$1]'),
        arrayLiteral(params),
      ]),
  });
}
