import { kindOf, type DatabaseKind } from '../citus.ts';
import type { Querying } from '../connection.ts';
import { migratePostgres, openPostgres } from '../postgres.ts';
import { filling, lockTables, tableInUse, type Filling } from './fill.ts';
import type { StoredTable } from './tables.ts';
import type { Tables } from '../tables.ts';
import { ageOf, migrationsFolder } from '../migrations.ts';
import { snapshotOf, type DatabaseSnapshot } from './read.ts';
import { explaining } from '../reasons.ts';
import { Unusable } from '../unusable.ts';

/** Reads a PostgreSQL database in one transaction, whatever servers write meanwhile. */
export function readPostgres<Result>(
  url: string,
  tables: readonly StoredTable[],
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  return alone(url, async (transaction) => {
    await transaction.query('set transaction isolation level repeatable read, read only');
    // On Citus, each connection to a node has its own instant, so there must be only one.
    if ((await kindOf(transaction)) === 'citus') await transaction.query('set local citus.max_adaptive_executor_pool_size = 1');
    const age = await ageOf(transaction);
    if (age === 'none') throw new Unusable('The database at DATABASE_URL has no tables of Parley');
    if (age === 'earlier') {
      throw new Unusable(
        'The database has the tables of an earlier release. Back it up with that release, or start this one first',
      );
    }
    if (age === 'later') throw new Unusable('The database has the tables of a later release. Back it up with that release');
    return work(await snapshotOf(transaction, tables));
  });
}

/** Fills an empty PostgreSQL database in one transaction: all of it, or nothing. */
export async function fillPostgres(
  url: string,
  { tables, stored, kind }: { tables: Tables; stored: readonly StoredTable[]; kind?: DatabaseKind | undefined },
  work: (filling: Filling) => Promise<void>,
): Promise<void> {
  // Otherwise a mistake in DATABASE_URL would migrate a database that is in use.
  const age = await alone(url, ageOf);
  if (age === 'earlier' || age === 'later') {
    throw new Unusable('The database at DATABASE_URL has the tables of another release. Restore into a new database');
  }
  await explaining(url, () => migratePostgres(url, migrationsFolder, { tables, kind }));
  await alone(url, async (transaction) => {
    await lockTables(transaction, stored);
    const used = await tableInUse(transaction, stored);
    if (used !== undefined) {
      throw new Unusable(`The database at DATABASE_URL is not empty: the table ${used} has rows. Restore into a new database`);
    }
    await work(filling(transaction));
  });
}

/** As long as whoever reads or writes the backup needs. */
async function alone<Result>(url: string, work: (transaction: Querying) => Promise<Result>): Promise<Result> {
  const connection = openPostgres(url, 1, { statementTimeoutMs: 0, idleTimeoutMs: 0, keepsPlans: false });
  try {
    return await explaining(url, () => connection.transaction!(work));
  } finally {
    await connection.close();
  }
}
