import type { Retention } from '../limits.ts';

/** An old version whose content is still stored. */
export interface KeptVersion {
  readonly version: number;
  readonly bytes: number;
  /** An open proposal is based on it. */
  readonly isPinned: boolean;
}

/** The limits never take the content of these. */
const newestKept = 50;

/**
 * The versions to thin, oldest first, so that old versions stay within the limits and `mustFree` bytes become free.
 * @param kept - All old versions with content, oldest first; the present version is not among them.
 * @param mustFree - What the space lacks. Only this takes the newest versions, then the first, and at last those with proposals.
 */
export function thinned(kept: readonly KeptVersion[], limits: Retention, mustFree: number): readonly number[] {
  const chosen = new Set<KeptVersion>();
  let [count, bytes, freed] = [kept.length, kept.reduce((sum, each) => sum + each.bytes, 0), 0];
  const take = (each: KeptVersion) => {
    chosen.add(each);
    count -= 1;
    bytes -= each.bytes;
    freed += each.bytes;
  };
  const isSpecial = ({ version, isPinned }: KeptVersion) => isPinned || version === 1;
  const ordinary = kept.slice(0, Math.max(0, kept.length - newestKept)).filter((each) => !isSpecial(each));
  for (const each of ordinary) {
    if (count <= limits.versions && bytes <= limits.bytes && freed >= mustFree) break;
    take(each);
  }
  const newest = kept.slice(-newestKept).filter((each) => !isSpecial(each));
  const first = kept.filter(({ version, isPinned }) => version === 1 && !isPinned);
  const pinned = kept.filter(({ isPinned }) => isPinned);
  for (const each of [...newest, ...first, ...pinned]) {
    if (freed >= mustFree) break;
    take(each);
  }
  return kept.filter((each) => chosen.has(each)).map(({ version }) => version);
}
