import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeInitialFiles } from './image.ts';

/** Creates the folder, private to its user, and flushes it, so that it survives a power failure. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) flush(dirname(made));
}

/** The database files in the folder. An interrupted creation starts again from scratch. */
export async function databaseFiles(folder: string): Promise<string> {
  const files = join(folder, 'postgres');
  if (existsSync(files)) return files;
  const draft = join(folder, 'postgres.new');
  rmSync(draft, { recursive: true, force: true });
  await makeInitialFiles(draft);
  flushTree(draft);
  renameSync(draft, files);
  flush(folder);
  return files;
}

function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushTree(path);
    else flush(path);
  }
  flush(folder);
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
