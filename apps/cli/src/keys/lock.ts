import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { privateFolder } from './private-files.ts';

interface Holder {
  pid: number;
  id: string;
}

/** Longer than any work under a lock: a process with that id is another one by then. */
const longestMs = 60_000;
const lookEveryMs = 20;

/** Does `work` while no other process does so under the same file, which exists meanwhile. */
export async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  await privateFolder(dirname(file));
  await take(file, { pid: process.pid, id: randomUUID() });
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string, self: Holder): Promise<void> {
  while (!(await isCreated(file, self))) {
    const holder = await holderOf(file);
    if (!holder) continue;
    if (await isHeld(file, holder)) {
      await sleep(lookEveryMs);
      continue;
    }
    // Two processes can find the same dead holder. The right to remove its lock is a second lock, named after that holder: otherwise
    // the slower process would remove the lock that the faster one has just taken.
    const right = `${file}.${holder.id}`;
    await take(right, self);
    if ((await holderOf(file))?.id === holder.id && !(await isHeld(file, holder))) await rm(file);
    await rm(right);
  }
}

/** No hard link to a complete file: some file systems have none. */
async function isCreated(file: string, self: Holder): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(self), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function holderOf(file: string): Promise<Holder | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    // Its process, the own one for all that is known, has created it and not written it yet.
    return { pid: process.pid, id: 'unwritten' };
  }
}

async function isHeld(file: string, { pid }: Holder): Promise<boolean> {
  const taken = await stat(file).catch(() => undefined);
  if (taken && Date.now() - taken.mtimeMs > longestMs) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
