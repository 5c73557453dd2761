import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Why a folder does not outlast its container or its machine. */
export type Ephemeral = 'in the layer of the container' | 'in memory';

const kinds: ReadonlyMap<string, Ephemeral> = new Map([
  ['overlay', 'in the layer of the container'],
  ['aufs', 'in the layer of the container'],
  ['tmpfs', 'in memory'],
  ['ramfs', 'in memory'],
]);

/** @param mounts - The text of `/proc/self/mountinfo`: where something is mounted, and after ` - ` its file system. */
export function ephemeralIn(mounts: string, folder: string): Ephemeral | undefined {
  let place = '';
  let kind = '';
  for (const line of mounts.split('\n')) {
    const [, at, system] = /^(?:\S+ ){4}(\S+) .*? - (\S+)/.exec(line) ?? [];
    if (at === undefined || system === undefined) continue;
    const isAbove = at === '/' || folder === at || folder.startsWith(`${at}/`);
    // What was mounted last hides what was there.
    if (isAbove && at.length >= place.length) [place, kind] = [at, system];
  }
  return kinds.get(kind);
}

/** Undefined where it lasts, and where nobody can tell. */
export function ephemeral(folder: string): Ephemeral | undefined {
  try {
    return ephemeralIn(readFileSync('/proc/self/mountinfo', 'utf8'), resolve(folder));
  } catch {
    return undefined;
  }
}
