import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { staleMs, taken, watchFolder, type Watch } from './folder.ts';

/** How many deliveries wait for a hook in each space, as far as running processes of the profile know. */
export async function knownIn(profileFolder: string, now = Date.now()): Promise<ReadonlyMap<string, number>> {
  const folder = watchFolder(profileFolder);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  const known = new Map<string, number>();
  for (const watch of await Promise.all(files.map(watchIn))) {
    if (!watch || !isBelieved(watch, now)) continue;
    for (const [spaceId, queued] of Object.entries(watch.queued)) known.set(spaceId, both(queued, known.get(spaceId) ?? queued));
  }
  return known;
}

/** If two disagree, looking once too often costs less than a message that nobody sees. */
const both = (one: number, other: number): number => (one === taken || other === taken ? taken : Math.max(one, other));

const watchIn = (file: string): Promise<Watch | undefined> =>
  readFile(file, 'utf8')
    .then((text) => asWatch(JSON.parse(text) as Partial<Watch> | null))
    // It can be gone, or damaged.
    .catch(() => undefined);

function asWatch(read: Partial<Watch> | null): Watch | undefined {
  const { pid, at, queued } = read ?? {};
  if (!Number.isSafeInteger(pid) || typeof at !== 'number' || typeof queued !== 'object' || queued === null) return undefined;
  return { pid: pid!, at, queued };
}

/** A clock that was set back makes a file look new for ever, so one from the future is not believed either. */
const isBelieved = ({ pid, at }: Watch, now: number): boolean => Math.abs(now - at) < staleMs && !isDead(pid);

export function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // A process of another user lives.
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}
