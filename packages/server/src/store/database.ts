import { fileURLToPath } from 'node:url';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Connection, Querying } from './connection.ts';
import { openEmbedded } from './embedded/open.ts';
import { noFloor, watchFreeDisk, type Floor } from './free-disk.ts';
import { openNotifier, type Listening, type Notifier } from './notifier.ts';
import { migratePostgres, openPostgres } from './postgres.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Separate connections, so that reads do not queue behind batches of writes. */
const readConnections = 4;

export interface Database {
  /** For batches of writes; each lane stores one at a time. */
  readonly lanes: readonly Connection[];
  /** For all queries of Drizzle. */
  readonly reads: PgRemoteDatabase;
  /** For deletions in the background, so that no caller waits behind them. */
  readonly background: Connection;
  /** Several statements as one transaction; undefined for the embedded database, which has one process. */
  readonly transaction?: Connection['transaction'];
  /** For LISTEN and NOTIFY; the embedded database has one process and needs none. */
  readonly notifier?: (listening: Listening) => Promise<Notifier>;
  readonly lost?: Promise<Error> | undefined;
  /** Copies the files of the embedded database into a new folder, while no statement runs. */
  readonly copyTo?: (folder: string) => Promise<void>;
  /** Whether its disk has too little free space for writes. */
  isFull(): boolean;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url?: string | undefined;
  dataDir: string | null;
  lanes: number;
  /** The free space to keep on the disk of the embedded database. */
  floor: Floor;
}

/** Opens PostgreSQL at `url`, or else the embedded database in `dataDir` (null: in memory), and applies the migrations. */
export async function openDatabase({ url, dataDir, lanes: count, floor }: DatabaseOptions): Promise<Database> {
  if (url === undefined) {
    const embedded = await openEmbedded({ dataDir, migrationsFolder });
    const disk = dataDir === null || floor.bytes === 0 ? noFloor : await watchFreeDisk(dataDir, floor);
    return {
      lanes: Array.from({ length: count }, () => embedded),
      reads: over(embedded),
      background: embedded,
      lost: embedded.lost,
      ...(dataDir !== null && { copyTo: (folder: string) => embedded.copyTo(folder) }),
      isFull: disk.isBelow,
      async close() {
        await disk.stop();
        await embedded.close();
      },
    };
  }
  await migratePostgres(url, migrationsFolder);
  const lanes = Array.from({ length: count }, () => openPostgres(url, 1));
  const reads = openPostgres(url, readConnections);
  const background = openPostgres(url, 1);
  return {
    lanes,
    reads: over(reads),
    background,
    transaction: reads.transaction,
    isFull: noFloor.isBelow,
    notifier: (listening) => openNotifier(url, listening),
    async close() {
      await Promise.all([...lanes, reads, background].map((connection) => connection.close()));
    },
  };
}

export const over = (connection: Querying): PgRemoteDatabase =>
  drizzle(async (text, params) => ({ rows: await connection.query(text, params) }));
