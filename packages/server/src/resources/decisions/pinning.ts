import {
  invalidField,
  ServiceError,
  version as versionRules,
  type InputOf,
  type PinnedVersion,
  type SpaceState,
} from '@parley/core';
import type { Environment } from '../../engine/environment.ts';
import { Outdated } from '../../engine/write/decide.ts';
import type { ListedVersion } from '../versions/queries.ts';

type WishedVersion = NonNullable<InputOf<'createDecision'>['artifact']>;

/** A version as it was read, and how many versions of its artifact were pruned before. */
interface FoundVersion {
  readonly version: ListedVersion | undefined;
  readonly pruned: number | undefined;
}

export async function findVersion(
  { spaceId, artifact }: { spaceId: string; artifact: WishedVersion },
  known: SpaceState | undefined,
  env: Pick<Environment, 'versions'>,
): Promise<FoundVersion> {
  const [found] = await env.versions.page(spaceId, artifact.artifactId, artifact.version + 1, 1);
  return {
    version: found?.version === artifact.version ? found : undefined,
    pruned: prunedIn(known, artifact),
  };
}

/** The version that is to be approved. Throws unless the artifact has it, and its content is stored. */
export function pinned(state: SpaceState, wish: WishedVersion, { version: found, pruned }: FoundVersion): PinnedVersion {
  const { artifactId, version } = wish;
  const present = state.artifacts.get(artifactId);
  if (!present) throw invalidField('artifact.artifactId', 'must be the id of an artifact in this space');
  if (version > present.version)
    throw invalidField('artifact.version', `must be at most ${present.version}, the present version`);
  // It was written, or can have been pruned, after it was looked for.
  if (!found || pruned !== prunedIn(state, wish)) throw new Outdated();
  if (!found.kept) throw new ServiceError('version_thinned', `The content of version ${version} is no longer stored`);
  const { sha256, authorId } = found;
  return { artifactId, name: present.name, version, sha256, authorId };
}

function prunedIn(state: SpaceState | undefined, { artifactId }: WishedVersion): number | undefined {
  const artifact = state?.artifacts.get(artifactId);
  return artifact && versionRules.countPruned(artifact);
}
