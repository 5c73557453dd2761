import type { FileView, Space } from '@parley/sdk';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inBytes } from '@parley/core/size';
import { Failure } from '../failures.ts';
import { whileWaiting } from '../terminal/spinner.ts';

/** Uploads a file of this machine, and verifies what the service has stored. */
export async function put(space: Space, path: string, name = basename(path)): Promise<FileView> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Failure('notFound', `There is no file ${path}`);
    throw new Failure('error', `${path} cannot be read: ${error.message}`);
  });
  const stored = await whileWaiting(`Uploading ${name} (${inBytes(bytes.length)})`, space.files.create(name, bytes));
  if (stored.sha256 === createHash('sha256').update(bytes).digest('hex')) return stored;
  await space.files.delete(stored.fileId);
  throw new Failure('error', `What the service stored differs from ${path}`, 'try again');
}
