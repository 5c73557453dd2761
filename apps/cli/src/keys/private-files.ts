import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../failure.ts';

/** Creates a folder that only its owner can read. */
export async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** Writes a file that only its owner can read, atomically. */
export async function writePrivate(file: string, text: string): Promise<void> {
  await privateFolder(dirname(file));
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes a file that only its owner can read, at once and only if there is none. */
export async function createPrivate(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writePrivate(draft, text);
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The parsed content of a file; undefined if there is none. */
export async function readPrivate<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw damaged(file);
  }
}

export const damaged = (file: string): Failure =>
  new Failure('error', `${file} is damaged`, 'delete it to continue without its content');
