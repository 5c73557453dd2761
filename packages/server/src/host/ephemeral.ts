import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Why a folder does not outlast its container or its machine. */
export type Ephemeral =
  | 'in the layer of the container'
  | 'in memory'
  | 'in an emptyDir of the pod'
  | 'in the root file system, which each deployment replaces';

const kinds: ReadonlyMap<string, Ephemeral> = new Map([
  ['overlay', 'in the layer of the container'],
  ['aufs', 'in the layer of the container'],
  ['tmpfs', 'in memory'],
  ['ramfs', 'in memory'],
]);

/**
 * @param mounts - The text of `/proc/self/mountinfo`: what of a file system is mounted where, and after ` - ` its kind.
 * @param isRootReplaced - Whether each deployment begins with a new root file system.
 */
export function ephemeralIn(mounts: string, folder: string, isRootReplaced = false): Ephemeral | undefined {
  let [source, place, kind] = ['', '', ''];
  for (const line of mounts.split('\n')) {
    const [, from, at, system] = /^(?:\S+ ){3}(\S+) (\S+) .*? - (\S+)/.exec(line) ?? [];
    if (from === undefined || at === undefined || system === undefined) continue;
    const isAbove = at === '/' || folder === at || folder.startsWith(`${at}/`);
    // What was mounted last hides what was there.
    if (isAbove && at.length >= place.length) [source, place, kind] = [from, at, system];
  }
  const known = kinds.get(kind);
  if (known) return known;
  if (source.includes('/kubernetes.io~empty-dir/')) return 'in an emptyDir of the pod';
  return place === '/' && isRootReplaced ? 'in the root file system, which each deployment replaces' : undefined;
}

/** Set where the root need not consist of layers: on Fly, Render and Kubernetes. */
const platforms = ['FLY_MACHINE_ID', 'RENDER', 'KUBERNETES_SERVICE_HOST'];
/** Made by Docker and Podman, which can store layers in other file systems, for example ZFS. */
const marks = ['/.dockerenv', '/run/.containerenv'];

export const replacesRoot = (environment: NodeJS.ProcessEnv, exists: (file: string) => boolean = existsSync): boolean =>
  platforms.some((name) => environment[name] !== undefined) || marks.some(exists);

/** Undefined where it lasts, and where nobody can tell. */
export function ephemeral(folder: string, environment: NodeJS.ProcessEnv): Ephemeral | undefined {
  try {
    return ephemeralIn(readFileSync('/proc/self/mountinfo', 'utf8'), resolve(folder), replacesRoot(environment));
  } catch {
    return undefined;
  }
}
