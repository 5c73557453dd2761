import {
  artifact as rules,
  proposal,
  version as versionRules,
  type Artifact,
  type ArtifactVersion,
  type SpaceState,
} from '@parley/core';
import { Outdated } from '../../engine/write/decide.ts';
import type { Environment } from '../../engine/environment.ts';

type Reading = Pick<Environment, 'versions' | 'pins'>;

/** Old versions of an artifact that have their content, as they were read, and those of them that something pins. */
export interface ReadHistory {
  /** A state from before the reading. */
  readonly known: SpaceState;
  readonly versions: readonly ArtifactVersion[];
  readonly pinned: ReadonlySet<number>;
}

export async function readHistory(
  { versions, pins }: Reading,
  known: SpaceState,
  artifactId: string,
  range: { after: number; upTo: number; most: number },
): Promise<ReadHistory> {
  const { spaceId } = known.space;
  const [kept, ...pinned] = await Promise.all([
    versions.kept(spaceId, artifactId, range),
    ...pins.map(({ find }) => find(spaceId, artifactId)),
  ]);
  return { known, versions: kept, pinned: new Set(pinned.flat()) };
}

/**
 * What pruning changes of an artifact and its versions. Throws `Outdated` if versions were pruned, or something could have been pinned, since
 * the history was read.
 */
export function pruned(
  present: Artifact,
  { known, versions, pinned }: ReadHistory,
  { state, pins, excess }: { state: SpaceState; pins: Environment['pins']; excess: versionRules.Excess },
): { artifact: Artifact; versions: ArtifactVersion[] } {
  const before = known.artifacts.get(present.artifactId);
  const isCurrent =
    before &&
    versionRules.countPruned(before) === versionRules.countPruned(present) &&
    pins.every(({ entity }) => known[entity] === state[entity]);
  if (!isCurrent) throw new Outdated();
  const isBase = proposal.isBase(state, present.artifactId);
  const kept = versions.map((each) => ({ ...each, isBase: isBase(each.version), isPinned: pinned.has(each.version) }));
  const gone = versionRules.pruned(kept, present, excess).map(({ isBase: _, isPinned: __, ...version }) => version);
  return { artifact: rules.prunedBy(present, gone), versions: gone };
}
