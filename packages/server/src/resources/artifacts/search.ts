import { visibilityOf, visibleIn, type Artifact } from '@parley/core';
import type { SearchKind } from '../../engine/searched.ts';

/** The present names and texts. */
export const searchedArtifacts: SearchKind = {
  async walk({ state, viewer, env, patterns }, before, { rows, bytes }) {
    const older = visibleIn(state, visibilityOf(viewer))
      .artifacts.filter(({ updatedAt }) => updatedAt < before.at)
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
    const part = newestOf(older, { rows, bytes });
    const last = part.at(-1);
    const things = await env.artifacts.matching(
      state.space.spaceId,
      part.map(({ artifactId }) => artifactId),
      patterns,
    );
    return {
      things,
      reached: last && part.length < older.length ? { sequence: 0, at: last.updatedAt } : undefined,
      rows: part.length,
    };
  },
};

/** As many as fit, and all of the last millisecond, because the next part begins before it. */
function newestOf(sorted: readonly Artifact[], { rows, bytes }: { rows: number; bytes: number }): Artifact[] {
  let left = bytes;
  const fitting = sorted.findIndex(({ contentBytes }, i) => i > 0 && (i === rows || (left -= contentBytes) < 0));
  const last = sorted[(fitting < 0 ? sorted.length : fitting) - 1]?.updatedAt ?? 0;
  return sorted.filter(({ updatedAt }) => updatedAt >= last);
}
