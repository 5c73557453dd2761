import { proposal as rules, type catchUp, type Facts } from '@parley/core';
import type { Reader } from '../../engine/resource.ts';

/** The open proposals of others that the reader can decide. */
export function proposalsFor({ state, caller, now }: Reader): catchUp.TodoItems['proposals'][] {
  if (caller.status === 'muted') return [];
  return [...state.proposals.values()].flatMap(({ proposalId, artifactId, authorId, authorName, baseVersion }) => {
    const artifact = state.artifacts.get(artifactId);
    if (!artifact || authorId === caller.participantId || !rules.decides(artifact, caller, now)) return [];
    return [{ proposalId, artifactId, artifactName: artifact.name, authorId, authorName, baseVersion }];
  });
}

export function endOfProposal(fact: Facts['proposal'], sequence: number): catchUp.DecidedItems['proposal'] | undefined {
  const { proposalId, artifactId, artifactName, state, authorId, actorId, version } = fact;
  if (state === 'open') return undefined;
  return { sequence, proposalId, artifactId, artifactName, state, authorId, actorId, ...(version !== undefined && { version }) };
}
