import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Unusable } from '../unusable.ts';
import { filesIn, makeFolder } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';

/** Copies of a database are in its data folder, because its disk has room for data of this size. */
const copiesIn = (dataDir: string): string => join(dataDir, 'copies');

/**
 * Makes a copy of the database of a data folder, which `copy` does; returns a data folder with nothing but the copy.
 * Throws if that would leave less than `floor` bytes of the disk free.
 */
export async function makeCopy(dataDir: string, floor: number, copy: (folder: string) => Promise<void>): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < sizeOf(filesIn(dataDir)) + floor) {
    throw new Unusable(`There is not enough free space on the disk of ${dataDir} for the copy that a backup reads`);
  }
  const folder = join(copiesIn(dataDir), randomUUID());
  makeFolder(copiesIn(dataDir));
  await mkdir(folder, { mode: 0o700 });
  try {
    await copy(filesIn(folder));
    return folder;
  } catch (error) {
    removeCopy(folder);
    throw error;
  }
}

export const removeCopy = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Deletes the copies of processes that were killed; only for the process that has locked the data folder. */
export function removeLeftCopies(dataDir: string): void {
  if (!existsSync(copiesIn(dataDir))) return;
  for (const name of readdirSync(copiesIn(dataDir))) {
    const folder = join(copiesIn(dataDir), name);
    try {
      lockFolder(folder)();
    } catch {
      // A backup still reads it.
      continue;
    }
    removeCopy(folder);
  }
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true }).map((path) => lstatSync(join(folder, String(path))));
  return entries.reduce((sum, { blocks }) => sum + blocks * 512, 0);
}
