import type { catchUp } from '@parley/core';
import { differenceOf, isComparedWhole } from '../artifacts/diff/difference.ts';
import type { Environment } from '../../engine/environment.ts';

/** Artifacts whose versions are compared, the latest first, and how large both can be. */
const mostCompared = 4;
const mostBytes = 128 * 1024;

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
