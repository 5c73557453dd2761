import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Querying } from '../connection.ts';
import { copyFiles } from '../embedded/copy.ts';
import { makeCopy, removeCopy, removeLeftCopies } from '../embedded/copies.ts';
import { filesIn, flush, flushTree, makeFolder } from '../embedded/data-folder.ts';
import { lockFolder } from '../embedded/folder-lock.ts';
import { openEmbedded } from '../embedded/open.ts';
import { filling, type Filling } from './fill.ts';
import { ageOf, migrationsFolder } from '../migrations.ts';
import { snapshotOf, type DatabaseSnapshot } from './read.ts';
import type { StoredTable } from './tables.ts';
import { Unusable } from '../unusable.ts';

/** Reads a copy that a running server has made, in a data folder of its own. */
export async function readCopy<Result>(
  folder: string,
  tables: readonly StoredTable[],
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  const database = await openEmbedded({ dataDir: folder, migrationsFolder });
  try {
    return await work(await snapshotIn(database, tables));
  } finally {
    await database.close();
  }
}

async function snapshotIn(database: Querying, tables: readonly StoredTable[]): Promise<DatabaseSnapshot> {
  if ((await ageOf(database)) === 'same') return snapshotOf(database, tables);
  throw new Unusable('The database has the tables of a later release. Back it up with that release');
}

/**
 * Reads the database of a data folder that no server uses; throws EBUSY if one does. It reads a copy, so that the database itself is
 * neither migrated nor kept from a server that starts meanwhile.
 */
export async function readEmbedded<Result>(
  { dataDir, floor, tables }: { dataDir: string; floor: number; tables: readonly StoredTable[] },
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(filesIn(dataDir))) throw new Unusable(`The data folder ${dataDir} has no database`);
  const release = lockFolder(dataDir);
  let folder: string | undefined;
  try {
    removeLeftCopies(dataDir);
    folder = await makeCopy(dataDir, floor, (copy) => copyFiles(filesIn(dataDir), copy));
    const database = await openEmbedded({ dataDir: folder, migrationsFolder });
    // From now on the copy has its own lock.
    release();
    try {
      return await work(await snapshotIn(database, tables));
    } finally {
      await database.close();
    }
  } finally {
    release();
    if (folder !== undefined) removeCopy(folder);
  }
}

/** Fills the database of a data folder that has none yet. It gets its name only when it is complete and on disk. */
export async function fillEmbedded(dataDir: string, work: (filling: Filling) => Promise<void>): Promise<void> {
  makeFolder(dataDir);
  const release = lockFolder(dataDir);
  const draft = join(dataDir, 'restored');
  try {
    if (existsSync(filesIn(dataDir))) {
      throw new Unusable(`The data folder ${dataDir} already has a database. Restore into a new folder`);
    }
    rmSync(draft, { recursive: true, force: true });
    makeFolder(draft);
    const database = await openEmbedded({ dataDir: draft, migrationsFolder });
    try {
      await work(filling(database));
    } finally {
      await database.close();
    }
    await flushTree(filesIn(draft));
    renameSync(filesIn(draft), filesIn(dataDir));
    flush(dataDir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    release();
  }
}
