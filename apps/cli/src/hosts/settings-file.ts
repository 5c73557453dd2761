import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CannotEdit } from './cannot-edit.ts';

/**
 * The text of a file; undefined if there is none.
 * @throws {CannotEdit} when it is not in UTF-8: writing it back would change it.
 */
export async function readSettings(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes && !isUtf8(bytes)) throw new CannotEdit('it is not in UTF-8');
  return bytes?.toString();
}

/** Replaces a file at once. It can be a link, and keeps its mode. */
export async function writeSettings(file: string, text: string, like = file): Promise<void> {
  const target = await targetOf(file);
  await mkdir(dirname(target), { recursive: true });
  const mode = await stat(like).then(
    ({ mode }) => mode & 0o777,
    () => 0o600,
  );
  const draft = `${target}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode, flag: 'wx', flush: true });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** What a link leads to, also if that does not exist yet. */
async function targetOf(file: string): Promise<string> {
  return realpath(file).catch(async () => {
    const linked = await readlink(file).catch(() => undefined);
    return linked === undefined ? file : resolve(dirname(file), linked);
  });
}
