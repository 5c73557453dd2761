import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { runningAtSpaces, type DatabaseKind } from './citus.ts';
import type { Connection, Querying } from './connection.ts';
import { openEmbedded } from './embedded/open.ts';
import { noFloor, watchFreeDisk, type Floor, type FreeDisk } from './free-disk.ts';
import { lastApplied, migrationsFolder, migrationsIn } from './migrations.ts';
import { openNotifier, type Listening, type Notifier } from './notifier.ts';
import { isPooled, migratePostgres, openPostgres, probing } from './postgres.ts';
import { explaining } from './reasons.ts';
import type { Tables } from './tables.ts';

/** Separate connections, so that reads do not queue behind batches of writes. */
const readConnections = 4;
/** Callers wait so long for a database that says nothing; deletions and measurements in the background can be slow. */
const [silenceMs, slowMs] = [10_000, 40_000];

/** Connections that serve the same purpose. */
interface Pool {
  readonly name: string;
  readonly connections: number;
  /** How many statements run or wait for one of them. */
  running(): number;
}

export interface Database {
  /** Whether its spaces are on several nodes: then a statement writes to one space only. */
  readonly isDistributed: boolean;
  /** For batches of writes; each slot stores one at a time. */
  readonly slots: readonly Connection[];
  /** For all queries of Drizzle. */
  readonly reads: PgRemoteDatabase;
  /** The same connections, for statements in SQL. */
  readonly querying: Querying;
  /** For deletions in the background, so that no caller waits behind them. */
  readonly background: Connection;
  /** Several statements as one transaction; undefined for the embedded database, which has one process. */
  readonly transaction?: Connection['transaction'];
  /** For LISTEN and NOTIFY; the embedded database has one process and needs none. */
  readonly notifier?: (listening: Listening) => Promise<Notifier>;
  readonly pools: readonly Pool[];
  readonly lost?: Promise<Error> | undefined;
  /** Whether it has all migrations of this release. Rejects if it cannot be reached; waits for no other query. */
  isMigrated(): Promise<boolean>;
  /** Copies the files of the embedded database into a new folder, while no statement runs. */
  readonly copyTo?: (folder: string) => Promise<void>;
  /** Its disk, which can have too little free space for writes. */
  readonly disk: Pick<FreeDisk, 'isBelow'>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url?: string | undefined;
  /** A way to the same database that no pool shares, for notifications and migrations; `url` by default. */
  directUrl?: string | undefined;
  /** The tables of spaces. */
  tables: Tables;
  /** What it is; by default it is looked at. */
  kind?: DatabaseKind | undefined;
  /** `off` behind a pool without prepared statements; `auto` finds out. */
  prepare?: 'auto' | 'off';
  dataDir: string | null;
  /** How many slots each kind has. */
  slots: Record<DatabaseKind, number>;
  /** The free space to keep on the disk of the embedded database. */
  floor: Floor;
}

/** Opens PostgreSQL at `url`, or else the embedded database in `dataDir` (null: in memory), and applies the migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, slots: counts, floor } = options;
  if (url === undefined) {
    const embedded = await openEmbedded({ dataDir, migrationsFolder });
    const disk = dataDir === null || floor.bytes === 0 ? noFloor : await watchFreeDisk(dataDir, floor);
    return {
      isDistributed: false,
      slots: Array.from({ length: counts.postgres }, () => embedded),
      reads: over(embedded),
      querying: embedded,
      background: embedded,
      pools: [poolOf('embedded', 1, [embedded])],
      lost: embedded.lost,
      isMigrated: migratedTo(embedded),
      ...(dataDir !== null && { copyTo: (folder: string) => embedded.copyTo(folder) }),
      disk,
      async close() {
        await disk.stop();
        await embedded.close();
      },
    };
  }
  const { directUrl = url, prepare = 'auto' } = options;
  const prepares = prepare === 'auto' && !(await explaining(url, () => isPooled(url)));
  const isDirect = prepares || directUrl !== url;
  const kind = await explaining(directUrl, () =>
    migratePostgres(directUrl, migrationsFolder, { isDirect, kind: options.kind, tables: options.tables }),
  );
  const isDistributed = kind === 'citus';
  const shared = { prepares, keepsPlans: !isDistributed };
  const open = (max: number) => openPostgres(url, max, { ...shared, silenceMs });
  const count = counts[kind];
  const slots = Array.from({ length: count }, () => (isDistributed ? runningAtSpaces(open(1)) : open(1)));
  const reads = open(readConnections);
  const background = openPostgres(url, 1, { ...shared, silenceMs: slowMs });
  const probe = probing(url, { prepares });
  return {
    isDistributed,
    slots,
    reads: over(reads),
    querying: reads,
    background,
    transaction: reads.transaction,
    pools: [poolOf('writes', count, slots), poolOf('reads', readConnections, [reads]), poolOf('background', 1, [background])],
    isMigrated: migratedTo(probe),
    disk: noFloor,
    notifier: (listening) => openNotifier(directUrl, listening),
    async close() {
      await Promise.all([...slots, reads, background, probe].map((connection) => connection.close()));
    },
  };
}

const poolOf = (name: string, connections: number, over: readonly Connection[]): Pool => ({
  name,
  connections,
  running: () => over.reduce((sum, { running }) => sum + running, 0),
});
/** A newer release can have applied more, while this process still runs. */
function migratedTo(database: Querying): () => Promise<boolean> {
  const known = migrationsIn(migrationsFolder).at(-1)!;
  return async () => ((await lastApplied(database)) ?? 0) >= known;
}

export const over = (connection: Querying): PgRemoteDatabase =>
  drizzle(async (text, params) => ({ rows: await connection.query(text, params) }));
