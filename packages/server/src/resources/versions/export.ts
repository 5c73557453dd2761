import type { ArtifactSummary } from '@parley/core';
import type { Exported } from '../../engine/exported.ts';
import { versionView } from '../artifacts/present.ts';
import { allBefore } from '../pages.ts';

/** The versions of an artifact, newest first. Pruned ones have no content. */
export async function* exportedVersions(
  { state, env, assertAdmitted }: Exported,
  { id: artifactId, version: newest }: ArtifactSummary,
) {
  const { spaceId } = state.space;
  const page = (before: number, limit: number) => env.versions.page(spaceId, artifactId, before, limit);
  for await (const { version } of allBefore(newest + 1, page, (listed) => listed.version)) {
    await assertAdmitted();
    const found = await env.versions.find(spaceId, artifactId, version);
    if (found) yield { artifactId, ...versionView(found, found.content !== undefined), content: found.content };
  }
}
