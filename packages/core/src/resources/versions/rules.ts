import type { Artifact, Via } from '../artifacts/entity.ts';
import type { Author } from '../artifacts/rules.ts';
import type { ArtifactVersion } from './entity.ts';
import type { Retention } from './limits.ts';

/** A version whose content is still stored. */
export interface KeptVersion {
  readonly version: number;
  readonly bytes: number;
  /** An open proposal is based on it. */
  readonly isBase: boolean;
  /** It stays in any case. */
  readonly isPinned: boolean;
}

/** What must go. */
export interface Excess {
  readonly versions: number;
  readonly bytes: number;
  /** Bytes that the space lacks. Only for these, the newest versions go too, then the first, and at last those with proposals. */
  readonly room: number;
}

/** The limits never take the content of these. */
const newestKept = 50;

/** How many old versions stay in any case: the newest and the first. */
const alwaysKept = newestKept + 1;

/** How much the old versions of an artifact exceed the limits. */
export const excessOf = ({ history }: Artifact, { versions, bytes }: Retention, room = 0): Excess => ({
  versions: history.versions - Math.max(versions, alwaysKept),
  bytes: history.bytes - bytes,
  room,
});

export const isNone = ({ versions, bytes, room }: Excess): boolean => versions <= 0 && bytes <= 0 && room <= 0;

/** The newest version of an artifact that the limits may take. */
export const newestOrdinary = ({ version }: Pick<Artifact, 'version'>): number => version - 1 - newestKept;

/** Whether the limits may take an old version of an artifact. */
const isOrdinary = ({ version, isBase, isPinned }: KeptVersion, artifact: Pick<Artifact, 'version'>): boolean =>
  version > 1 && version <= newestOrdinary(artifact) && !isBase && !isPinned;

/** How many old versions of an artifact have been pruned so far: it grows with each that is, and with nothing else. */
export const countPruned = ({ version, history }: Pick<Artifact, 'version' | 'history'>): number =>
  version - 1 - history.versions;

/**
 * The versions to prune.
 * @param kept - Old versions with content, oldest first: all of them, or the first ones that the limits may take.
 */
export function pruned<Kept extends KeptVersion>(
  kept: readonly Kept[],
  artifact: Pick<Artifact, 'version'>,
  excess: Excess,
): Kept[] {
  const taken: Kept[] = [];
  let left = excess;
  const take = (each: Kept) => {
    taken.push(each);
    left = { versions: left.versions - 1, bytes: left.bytes - each.bytes, room: left.room - each.bytes };
  };
  for (const each of kept) if (isOrdinary(each, artifact) && !isNone(left)) take(each);
  const others = kept.filter((each) => !each.isPinned && !isOrdinary(each, artifact));
  const last = ({ version, isBase }: KeptVersion) => (isBase ? 2 : version === 1 ? 1 : 0);
  for (const each of others.toSorted((a, b) => last(a) - last(b))) if (left.room > 0) take(each);
  return taken;
}

interface Origin {
  readonly author: Author;
  readonly content: string;
  readonly via: Via;
  readonly note?: string | undefined;
  readonly restoredFrom?: number | undefined;
  readonly proposalId?: string | undefined;
  readonly acceptedBy?: string | undefined;
}

/** The present version of an artifact, as its history keeps it. */
export const versionOf = (
  { artifactId, version, updatedAt, contentBytes, sha256 }: Artifact,
  { author, content, ...how }: Origin,
): ArtifactVersion => ({
  artifactId,
  version,
  authorId: author.authorId,
  authorName: author.authorName,
  at: updatedAt,
  bytes: contentBytes,
  sha256,
  ...how,
  content,
});
