import { readdirSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { flush } from '../../engine/store/embedded/data-folder.ts';

/** Writes the file of a path, which gets this name when it is complete and on disk. `lines` can flush what it has yielded so far. */
export async function toFile(
  path: string,
  lines: (flushed: () => Promise<void>) => AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  removeLeft(path);
  const draft = `${path}.${process.pid}.part`;
  const file = await open(draft, 'wx', 0o600);
  try {
    for await (const text of lines(() => file.sync())) {
      signal.throwIfAborted();
      await file.appendFile(text);
    }
    await file.sync();
    await file.close();
    await rename(draft, path);
    flush(dirname(path));
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
}

/** Deletes the drafts of processes that were killed. */
function removeLeft(path: string): void {
  const start = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const [, pid] = /^(\d+)\.part$/.exec(name.startsWith(start) ? name.slice(start.length) : '') ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(path), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
