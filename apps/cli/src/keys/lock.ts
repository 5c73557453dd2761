import { randomUUID } from 'node:crypto';
import { link, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPrivate, writePrivate } from './private-files.ts';

interface Holder {
  pid: number;
  id: string;
}

/** Longer than any work under a lock: a process with that id is another one by then. */
const longestMs = 60_000;
const lookEveryMs = 20;

/** Does `work` while no other process does so under the same file, which exists meanwhile. */
export async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const self: Holder = { pid: process.pid, id: randomUUID() };
  const claim = `${file}.${self.id}`;
  await writePrivate(claim, JSON.stringify(self));
  try {
    await take(file, claim);
  } finally {
    await rm(claim, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string, claim: string): Promise<void> {
  while (!(await isLinked(claim, file))) {
    const holder = await readPrivate<Holder>(file);
    if (!holder) continue;
    if (await isHeld(file, holder)) {
      await sleep(lookEveryMs);
      // Its age counts from when it is taken.
      await utimes(claim, new Date(), new Date());
      continue;
    }
    // Two processes can find the same dead holder. The right to remove its lock is a second lock, named after that holder: otherwise
    // the slower process would remove the lock that the faster one has just taken.
    const right = `${file}.${holder.id}`;
    await take(right, claim);
    if ((await readPrivate<Holder>(file))?.id === holder.id) await rm(file);
    await rm(right);
  }
}

async function isLinked(claim: string, file: string): Promise<boolean> {
  try {
    await link(claim, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
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
