import { fileURLToPath } from 'node:url';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Connection } from './connection.ts';
import { openEmbedded } from './embedded/open.ts';
import { openNotifier, type Listening, type Notifier } from './notifier.ts';
import { migratePostgres, openPostgres } from './postgres.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Two batches may be in flight; reads must not queue behind them. */
const commitConnections = 2;
const readConnections = 4;

export interface Database {
  readonly kind: Connection['kind'];
  /** For batches of writes. */
  readonly writes: Connection;
  /** For everything Drizzle asks. */
  readonly reads: PgRemoteDatabase;
  /** For LISTEN and NOTIFY; the embedded database has one process and needs none. */
  readonly notifier?: (listening: Listening) => Promise<Notifier>;
  readonly lost?: Promise<Error> | undefined;
  close(): Promise<void>;
}

/** Opens PostgreSQL by `url`, else the embedded database in `dataDir` (null: in memory), with its schema up to date. */
export async function openDatabase({ url, dataDir }: { url?: string | undefined; dataDir: string | null }): Promise<Database> {
  if (url === undefined) {
    const embedded = await openEmbedded({ dataDir, migrationsFolder });
    return { kind: 'embedded', writes: embedded, reads: over(embedded), lost: embedded.lost, close: () => embedded.close() };
  }
  await migratePostgres(url, migrationsFolder);
  const writes = openPostgres(url, commitConnections);
  const reads = openPostgres(url, readConnections);
  return {
    kind: 'postgres',
    writes,
    reads: over(reads),
    notifier: (listening) => openNotifier(url, listening),
    async close() {
      await Promise.all([writes.close(), reads.close()]);
    },
  };
}

const over = (connection: Connection): PgRemoteDatabase =>
  drizzle(async (text, params) => ({ rows: await connection.query(text, params) }));
