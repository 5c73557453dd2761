import { randomUUID } from 'node:crypto';
import { within } from '../async/within.ts';
import { kindOf, type DatabaseKind } from './citus.ts';
import type { Connection } from './connection.ts';
import { over } from './database.ts';
import { deploymentStore } from './deployment.ts';
import { openUnchanged } from './embedded/open.ts';
import { assertNotNewer, lastApplied, migrationsFolder, migrationsIn } from './migrations.ts';
import { openNotifier } from './notifier.ts';
import { openPostgres } from './postgres.ts';
import { explaining, noSchema } from './reasons.ts';
import { Unusable } from './unusable.ts';

const oldest = 140_000;
const hearMs = 5_000;
const channel = 'parley_check';

/** What a database shows without being changed. */
export interface Inspection {
  /** The version of PostgreSQL. */
  version: string;
  kind: DatabaseKind;
  /** How many migrations a start would apply, and whether its user can. */
  pending: number;
  canMigrate: boolean;
  deployment: ReturnType<typeof deploymentStore> | undefined;
}

/** Inspects PostgreSQL at `url`, or else the embedded database in `dataDir`. Throws if this release cannot use it. */
export async function inspecting<Result>(
  { url, dataDir, kind }: { url: string | undefined; dataDir: string; kind: DatabaseKind | undefined },
  use: (inspection: Inspection) => Promise<Result>,
): Promise<Result> {
  const database = url === undefined ? await openUnchanged(dataDir) : openPostgres(url, 1, { keepsPlans: false });
  const inspecting = () => inspected(database, kind);
  try {
    return await use(await (url === undefined ? inspecting() : explaining(url, inspecting)));
  } finally {
    await database.close();
  }
}

async function inspected(database: Connection, wanted: DatabaseKind | undefined): Promise<Inspection> {
  const [[number, version] = []] = await database.query(
    `select current_setting('server_version_num')::int, current_setting('server_version')`,
  );
  if (Number(number) < oldest) throw new Error(`PostgreSQL 14 or newer is required, this is ${version}`);
  await assertNotNewer(database, migrationsFolder);
  const applied = await lastApplied(database);
  const pending = migrationsIn(migrationsFolder).filter((made) => made > (applied ?? 0)).length;
  const [[hasSchema, mayCreate] = []] = await database.query(
    `select current_schema() is not null,
     (has_database_privilege(current_database(), 'create') and has_schema_privilege(current_schema(), 'create'))::int`,
  );
  if (hasSchema !== true) throw new Unusable(noSchema);
  return {
    version: String(version),
    kind: await kindOf(database, wanted),
    pending,
    canMigrate: mayCreate === 1,
    // Only complete tables can be asked.
    deployment: pending === 0 ? deploymentStore(over(database)) : undefined,
  };
}

/**
 * Listens at `directUrl` and notifies through another connection to `url`; rejects if nothing arrives. A notification through the connection
 * that listens would arrive even behind a pool of transactions.
 */
export async function tryNotifications(url: string, directUrl: string): Promise<void> {
  const self = randomUUID();
  let heard = () => {};
  const arrived = new Promise<void>((resolve) => (heard = resolve));
  const hear = (payload: string) => payload === self && heard();
  const listening = { channel, hear, began: () => {}, failed: () => {} };
  const notifier = await explaining(directUrl, () => openNotifier(directUrl, listening));
  const other = openPostgres(url, 1, { prepares: false });
  try {
    await within(
      hearMs,
      explaining(url, () => other.query('select pg_notify($1, $2)', [channel, self])).then(() => arrived),
    );
  } finally {
    await Promise.all([other.close(), notifier.close()]);
  }
}
