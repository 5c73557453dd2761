import type { catchUp, Facts } from '@parley/core';
import { differenceOf, isComparedWhole } from './diff/difference.ts';
import type { Environment } from '../../engine/environment.ts';

const mostAuthors = 5;
/** Artifacts whose versions are compared, the latest first, and how large both can be. */
const mostCompared = 4;
const mostBytes = 128 * 1024;

/** Locks come and go; those of the reader are shown as they are. */
export const isOfText = ({ action }: Facts['artifact']): boolean => !['locked', 'unlocked', 'lock-expired'].includes(action);

/** An artifact after a change of its text or name. */
export function changed(
  before: catchUp.ArtifactChange | undefined,
  { action, artifactId: id, name, version: to, authorId }: Facts['artifact'],
  sequence: number,
  nameOf: (id: string) => string,
): catchUp.ArtifactChange {
  const from = before ? before.shown.from : versionBefore(action, to, authorId !== undefined);
  const authors = before?.shown.authors.filter(({ participantId }) => participantId !== authorId) ?? [];
  const isDeleted = action === 'deleted' || (action !== 'undeleted' && before?.shown.deleted === true);
  return {
    shown: {
      id,
      name,
      ...(from !== undefined && { from }),
      to,
      ...(isDeleted && { deleted: true as const }),
      authors:
        authorId === undefined
          ? authors
          : [{ participantId: authorId, name: nameOf(authorId) }, ...authors].slice(0, mostAuthors),
    },
    first: before?.first ?? sequence,
    last: sequence,
  };
}

function versionBefore(action: Facts['artifact']['action'], version: number, isWritten: boolean): number | undefined {
  if (action === 'created') return undefined;
  return isWritten ? version - 1 : version;
}

/** Compares the versions of artifacts that have changed, as long as that takes little time, and always the same. */
export async function compared(
  changes: readonly catchUp.ArtifactChange[],
  spaceId: string,
  sizeOf: (artifactId: string) => number | undefined,
  { versions }: Pick<Environment, 'versions'>,
): Promise<catchUp.ArtifactChange[]> {
  const isWorthIt = ({ shown: { id, from, to } }: catchUp.ArtifactChange) => from !== to && (sizeOf(id) ?? Infinity) <= mostBytes;
  const chosen = new Set(changes.filter(isWorthIt).slice(0, mostCompared));
  const contentOf = async (id: string, version: number | undefined) =>
    version === undefined ? '' : (await versions.find(spaceId, id, version))?.content;
  return Promise.all(
    changes.map(async (change) => {
      if (!chosen.has(change)) return change;
      const { id, from, to } = change.shown;
      const [before, after] = await Promise.all([contentOf(id, from), contentOf(id, to)]);
      if (before === undefined || after === undefined || before.length > mostBytes || !isComparedWhole(before, after))
        return change;
      const { hunks, added, removed, truncated } = differenceOf(before, after);
      return { ...change, shown: { ...change.shown, added, removed }, hunks, isCut: truncated };
    }),
  );
}
