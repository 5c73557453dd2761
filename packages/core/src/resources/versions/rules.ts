import type { Artifact, Via } from '../artifacts/entity.ts';
import type { Author } from '../artifacts/rules.ts';
import type { ArtifactVersion } from './entity.ts';
import type { Retention } from './limits.ts';

/** A version whose content is still stored. */
export interface KeptVersion {
  readonly version: number;
  readonly bytes: number;
  /** An open proposal is based on it. */
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

/** How much the old versions of an artifact exceed the limits. */
export const excessOf = ({ history }: Artifact, { versions, bytes }: Retention, room = 0): Excess => ({
  // The newest and the first stay in any case.
  versions: history.versions - Math.max(versions, newestKept + 1),
  bytes: history.bytes - bytes,
  room,
});

export const isNone = ({ versions, bytes, room }: Excess): boolean => versions <= 0 && bytes <= 0 && room <= 0;

/** Whether the limits may take a version: neither the first nor one of the newest, `newest` included. */
export const isOrdinary = ({ version, isPinned }: KeptVersion, newest: number): boolean =>
  version > 1 && version <= newest - newestKept && !isPinned;

/**
 * The versions to thin, oldest first, and what is left of the excess.
 * @param kept - Old versions with content, oldest first: all of them, or the first ones that the limits may take.
 * @param newest - The newest old version.
 */
export function thinned(kept: readonly KeptVersion[], newest: number, excess: Excess): { versions: number[]; left: Excess } {
  const versions: number[] = [];
  let left = excess;
  const take = ({ version, bytes }: KeptVersion) => {
    versions.push(version);
    left = { versions: left.versions - 1, bytes: left.bytes - bytes, room: left.room - bytes };
  };
  for (const each of kept) if (isOrdinary(each, newest) && !isNone(left)) take(each);
  const others = kept.filter((each) => !isOrdinary(each, newest));
  const last = ({ version, isPinned }: KeptVersion) => (isPinned ? 2 : version === 1 ? 1 : 0);
  for (const each of others.toSorted((a, b) => last(a) - last(b))) if (left.room > 0) take(each);
  return { versions, left };
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
