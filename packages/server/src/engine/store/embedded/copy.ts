import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The threads that Node has for files. */
const copiesAtATime = 4;

/** Copies a folder, private to its user. Where the file system can, the copy shares its blocks with the original. */
export async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const targetOf = (path: string) => join(to, relative(from, path));
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await mkdir(targetOf(path), { recursive: true, mode: 0o700 });
    else if (entry.isFile()) files.push(path);
  }
  const copySome = async () => {
    for (let path = files.pop(); path !== undefined; path = files.pop()) {
      await copyFile(path, targetOf(path), constants.COPYFILE_FICLONE);
    }
  };
  await Promise.all(Array.from({ length: copiesAtATime }, copySome));
}
