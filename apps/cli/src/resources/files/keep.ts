import type { FileView, Space } from '@parley/sdk';
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../failure.ts';
import { whileWaiting } from '../../terminal/spinner.ts';
import { unwritable } from './unwritable.ts';
import { portion } from './portion.ts';

/** The bytes of a file, which end with an error if they are not those of its SHA-256. */
export async function* verified(
  space: Space,
  { fileId, bytes, sha256 }: FileView,
  arrived: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let length = 0;
  for await (const piece of await space.files.stream(fileId)) {
    length += piece.length;
    if (length > bytes) throw otherBytes();
    digest.update(piece);
    yield piece;
    arrived(length);
  }
  if (digest.digest('hex') !== sha256) throw otherBytes();
}

/** Saves a file of the space. It gets its name once its SHA-256 is verified; without `force`, nothing is overwritten. */
export async function keep(space: Space, stored: FileView, path: string, force: boolean): Promise<void> {
  const { name, bytes } = stored;
  // A name as long as file systems allow has no room for more characters.
  const draft = join(dirname(path), `.parley-${randomUUID()}.part`);
  const file = await open(draft, 'wx', 0o600).catch(unwritable(path));
  try {
    try {
      let arrived = 0;
      const saving = async () => {
        for await (const piece of verified(space, stored, (length) => (arrived = length))) await file.write(piece);
        await file.sync();
      };
      await whileWaiting(() => `Downloading ${name}: ${portion(arrived, bytes)}`, saving);
    } finally {
      await file.close();
    }
    if (force) await rename(draft, path);
    else await named(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

const otherBytes = () => new Failure('error', 'The bytes that arrived are not those of the file', 'try again');

/** Gives a draft its name, unless there is a file of that name. */
async function named(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // Not every file system has links.
      return copyFile(draft, path, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Failure(
      'usage',
      `There is already a file ${path}`,
      'overwrite it with --force, or choose another name with --out FILE',
    );
  }
}
