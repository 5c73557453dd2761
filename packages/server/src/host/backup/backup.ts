import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { directUrlIn, type Config } from '../../config.ts';
import { readCopy, readEmbedded } from '../../engine/store/backup/embedded.ts';
import { storedTables } from './tables.ts';
import { readPostgres } from '../../engine/store/backup/postgres.ts';
import type { DatabaseSnapshot } from '../../engine/store/backup/read.ts';
import { removeCopy } from '../../engine/store/embedded/copies.ts';
import { askForCopy } from './copies.ts';
import { toFile } from './to-file.ts';
import { linesOf } from './write.ts';

type BackupPlace = Pick<Config, 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'PARLEY_DATA_DIR' | 'PARLEY_MIN_FREE_DISK'>;

/** Writes a backup of the database of this configuration to a file, or to standard output without one. */
export async function backup(place: BackupPlace, file: string | undefined, signal: AbortSignal): Promise<void> {
  await snapshotAt(place, (snapshot) => {
    const lines = linesOf(snapshot, Date.now());
    if (file !== undefined) return toFile(file, () => lines, signal);
    return pipeline(Readable.from(lines, { highWaterMark: 1 }), process.stdout, { end: false, signal });
  });
}

async function snapshotAt(place: BackupPlace, work: (snapshot: DatabaseSnapshot) => Promise<void>): Promise<void> {
  const { PARLEY_DATA_DIR: dataDir, PARLEY_MIN_FREE_DISK: floor } = place;
  const url = directUrlIn(place);
  if (url !== undefined) return readPostgres(url, storedTables, work);
  const copy = await askForCopy(dataDir);
  if (!copy) return readEmbedded({ dataDir, floor, tables: storedTables }, work);
  try {
    await readCopy(copy.folder, storedTables, work);
  } finally {
    removeCopy(copy.folder);
    await copy.release();
  }
}
