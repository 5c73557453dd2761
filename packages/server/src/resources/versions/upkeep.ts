import { version as rules, type Artifact } from '@parley/core';
import { patient, pause } from '../../engine/async/patience.ts';
import type { Environment } from '../../engine/environment.ts';
import { forEach, type Upkeep, type UpkeepOptions } from '../../engine/schedule/upkeep.ts';
import { Outdated, type SpaceWrite } from '../../engine/write/decide.ts';
import { pruned, readHistory, type ReadHistory } from '../artifacts/history.ts';

/** Often enough that little is stored beyond the limits, and seldom enough that quick writes share a prune. */
const everyMs = 250;
const versionsAtOnce = 200;
const artifactsAtOnce = 100;

/** Removes the content of old versions beyond the limits, soon after a write has made them too many. */
export function versionUpkeep(
  env: Pick<Environment, 'versions' | 'pins' | 'retention'>,
  { committer, stateOf, sweepMs, failed }: UpkeepOptions,
): Upkeep {
  /** Spaces with a new version. */
  const written = new Set<string>();

  /** Says whether the artifact still exceeds the limits, because all that the portion can lose is pruned. */
  function pruning(artifactId: string, history: ReadHistory): SpaceWrite<boolean> {
    return {
      admit: () => undefined,
      decide(state) {
        const present = state.artifacts.get(artifactId);
        if (!present || state.space.end) return { outcome: false };
        const excess = rules.excessOf(present, env.retention);
        const { artifact, versions } = pruned(present, history, { state, pins: env.pins, excess });
        const outcome = exceeds(artifact);
        return versions.length === 0 ? { outcome } : { changes: { artifacts: [artifact], versions }, outcome };
      },
      size: history.versions.length * 500,
    };
  }

  /** Portion by portion, the oldest first. */
  async function prune(spaceId: string, artifactId: string): Promise<void> {
    for (let after = 1, tries = 1; ;) {
      const state = await stateOf(spaceId);
      const present = state?.artifacts.get(artifactId);
      if (!present || !exceeds(present)) return;
      const upTo = rules.newestOrdinary(present);
      if (after >= upTo) return;
      const history = await readHistory(env, state!, artifactId, { after, upTo, most: versionsAtOnce });
      const last = history.versions.at(-1);
      if (!last) return;
      try {
        const result = await committer.write(spaceId, pruning(artifactId, history));
        if ('outcome' in result && !result.outcome) return;
        [after, tries] = [last.version, 1];
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
        await pause(tries++, patient);
      }
    }
  }

  async function pruneIn(spaceId: string): Promise<void> {
    const state = await stateOf(spaceId);
    for (const each of state?.artifacts.values() ?? []) if (exceeds(each)) await prune(spaceId, each.artifactId);
  }

  const exceeds = (each: Artifact): boolean => !rules.isNone(rules.excessOf(each, env.retention));

  async function pruneWritten(): Promise<void> {
    const spaceIds = [...written];
    written.clear();
    await forEach(spaceIds, pruneIn, failed);
  }

  /** Finds what a process did not get to before it ended, and what a lower limit leaves to prune. */
  async function pruneForgotten(isStopped: () => boolean): Promise<void> {
    for (let found = await env.versions.beyond(env.retention, artifactsAtOnce); found.length > 0 && !isStopped();) {
      await forEach(new Set(found.map(({ spaceId }) => spaceId)), pruneIn, failed);
      found = await env.versions.beyond(env.retention, artifactsAtOnce, found.at(-1));
    }
  }

  return {
    repeated: [
      { name: 'old versions', everyMs, run: pruneWritten },
      { name: 'forgotten old versions', everyMs: sweepMs, run: pruneForgotten },
    ],
    stored: { artifact: (spaceId) => void written.add(spaceId) },
  };
}
