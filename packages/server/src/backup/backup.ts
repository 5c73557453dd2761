import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { directUrlIn, type Config } from '../config.ts';
import { readCopy, readEmbedded } from '../store/backup/embedded.ts';
import { readPostgres } from '../store/backup/postgres.ts';
import type { Snapshot } from '../store/backup/read.ts';
import { removeCopy } from '../store/embedded/copies.ts';
import { flush } from '../store/embedded/data-folder.ts';
import { askForCopy } from './socket.ts';
import { linesOf } from './write.ts';

type Place = Pick<Config, 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'PARLEY_DATA_DIR' | 'PARLEY_MIN_FREE_DISK'>;

/** Writes a backup of the database of this configuration to a file, or to standard output without one. */
export async function backup(place: Place, file: string | undefined, signal: AbortSignal): Promise<void> {
  await snapshotAt(place, (snapshot) => {
    const lines = Readable.from(linesOf(snapshot, Date.now()), { highWaterMark: 1 });
    return file === undefined ? pipeline(lines, process.stdout, { end: false, signal }) : toFile(lines, file, signal);
  });
}

async function snapshotAt(place: Place, work: (snapshot: Snapshot) => Promise<void>): Promise<void> {
  const { PARLEY_DATA_DIR: dataDir, PARLEY_MIN_FREE_DISK: floor } = place;
  const url = directUrlIn(place);
  if (url !== undefined) return readPostgres(url, work);
  const copy = await askForCopy(dataDir);
  if (!copy) return readEmbedded(dataDir, floor, work);
  try {
    await readCopy(copy.folder, work);
  } finally {
    removeCopy(copy.folder);
    copy.release();
  }
}

/** The file gets its name when it is complete and on disk. */
async function toFile(lines: Readable, path: string, signal: AbortSignal): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await pipeline(lines, file.createWriteStream({ flush: true, highWaterMark: 1024 * 1024 }), { signal });
    await rename(draft, path);
    flush(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
