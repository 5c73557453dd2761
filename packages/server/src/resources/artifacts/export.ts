import type { Artifact } from '@parley/core';
import type { Exported } from '../../engine/exported.ts';
import { dateTime } from '../../engine/present/time.ts';
import { artifactSummary } from './present.ts';

const mostDeleted = 1_000;

/** The artifacts; for the owner, also the deleted ones. */
export async function artifactsOf({ state, viewer, env, assertAdmitted }: Exported): Promise<Artifact[]> {
  await assertAdmitted();
  const deleted = viewer.isOwner ? await env.artifacts.deleted(state.space.spaceId, mostDeleted) : [];
  return [...state.artifacts.values(), ...deleted];
}

/** The content of the newest version. */
export async function contentOf({ state, env, assertAdmitted }: Exported, { artifactId, version }: Artifact): Promise<string> {
  await assertAdmitted();
  return (await env.versions.find(state.space.spaceId, artifactId, version))?.content ?? '';
}

export async function* exportedArtifacts(exported: Exported) {
  for (const artifact of await artifactsOf(exported)) {
    const { createdBy, createdAt, deletion } = artifact;
    yield {
      ...artifactSummary(artifact, undefined),
      createdBy,
      createdAt: dateTime(createdAt),
      ...(deletion && { deletedAt: dateTime(deletion.at), deletedBy: deletion.by }),
    };
  }
}
