import type { FileView, Space } from '@parley/sdk';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { source } from '../../input/content.ts';
import { whileWaiting } from '../../terminal/spinner.ts';
import { storedFile } from './kind.ts';
import { Counted, portion } from './portion.ts';

/** Uploads a file of this machine, and verifies what the service has stored. */
export async function put(
  context: Context,
  space: Space,
  path: string,
  name = path === '-' ? 'stdin' : basename(path),
): Promise<FileView> {
  const bytes = await source(context, storedFile, { from: path });
  const counted = new Counted([bytes]);
  const stored = await whileWaiting(
    () => `Uploading ${name}: ${portion(counted.read, counted.size)}`,
    () => space.files.create(name, counted),
  );
  if (stored.sha256 === createHash('sha256').update(bytes).digest('hex')) return stored;
  await space.files.delete(stored.fileId);
  throw new Failure('error', `What the service stored differs from ${path}`, 'try again');
}
