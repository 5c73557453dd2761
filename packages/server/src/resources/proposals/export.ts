import type { ArtifactSummary } from '@parley/core';
import type { Exported } from '../../engine/exported.ts';
import { allBefore } from '../pages.ts';
import { proposalView } from './present.ts';

/** The proposals for an artifact, newest first, each with its change as the author sent it. */
export async function* exportedProposals({ state, end, env, assertAdmitted }: Exported, { id: artifactId }: ArtifactSummary) {
  const { spaceId } = state.space;
  const page = (before: number, limit: number) => env.proposals.page('all', { spaceId, artifactId, before, limit });
  for await (const { proposalId } of allBefore(end + 1, page, ({ sequence }) => sequence!)) {
    await assertAdmitted();
    const found = await env.proposals.find(spaceId, proposalId);
    if (found) yield { ...proposalView(found.proposal), ...found.change };
  }
}
