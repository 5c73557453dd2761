import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeInitialFiles } from './image.ts';

/** The threads that Node has for files. */
const flushesAtATime = 4;

/** Creates the folder, private to its user, and flushes it, so that it survives a power failure. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) flush(dirname(made));
}

/** Where a data folder has its database. */
export const filesIn = (folder: string): string => join(folder, 'postgres');

/** The database files in the folder, for a database that these migrations are applied to. An interrupted creation starts again from scratch. */
export async function databaseFiles(folder: string, migrationsFolder: string): Promise<string> {
  const files = filesIn(folder);
  if (existsSync(files)) return files;
  const draft = join(folder, 'postgres.new');
  rmSync(draft, { recursive: true, force: true });
  await makeInitialFiles(draft, migrationsFolder);
  await flushTree(draft);
  renameSync(draft, files);
  flush(folder);
  return files;
}

/** Waits for several disk writes at a time, which takes a seventh of the time for the thousand files of a database. */
export async function flushTree(folder: string): Promise<void> {
  const paths = [folder, ...readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)))];
  const flushSome = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const file = await open(path, 'r');
      await file.sync().finally(() => file.close());
    }
  };
  await Promise.all(Array.from({ length: flushesAtATime }, flushSome));
}

/** Flushes a file, or the entries of a folder, so that changes survive a power failure. */
export function flush(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
