import type { FileView, Space } from '@parley/sdk';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { inBytes } from '@parley/core/size';
import { Failure } from '../failures.ts';
import { whileWaiting } from '../terminal/spinner.ts';
import { Counted, portion } from './portion.ts';

/** Far more than servers take by default; it has to fit into memory. */
const mostBytes = 2 ** 30;

/** Uploads a file of this machine, and verifies what the service has stored. */
export async function put(space: Space, path: string, name = basename(path)): Promise<FileView> {
  const bytes = await contentOf(path).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof Failure) throw error;
    if (error.code === 'ENOENT') throw new Failure('notFound', `There is no file ${path}`);
    throw new Failure('error', `${path} cannot be read: ${error.message}`);
  });
  const counted = new Counted([bytes]);
  const stored = await whileWaiting(
    () => `Uploading ${name}: ${portion(counted.read, counted.size)}`,
    () => space.files.create(name, counted),
  );
  if (stored.sha256 === createHash('sha256').update(bytes).digest('hex')) return stored;
  await space.files.delete(stored.fileId);
  throw new Failure('error', `What the service stored differs from ${path}`, 'try again');
}

/** A device can have no end. */
async function contentOf(path: string): Promise<Buffer<ArrayBuffer>> {
  const found = await stat(path);
  if (found.isDirectory() || found.isCharacterDevice() || found.isBlockDevice())
    throw new Failure('usage', `${path} is not a file`, 'to upload a folder, make an archive of it');
  if (found.size > mostBytes) throw new Failure('usage', `${path} is too large: it has ${inBytes(found.size)}`);
  return readFile(path);
}
