import type { Fact } from '../../kernel/facts.ts';
import type { Artifact } from '../artifacts/entity.ts';
import type { Proposal, ProposalState } from './entity.ts';

/** A proposal was opened, changed by its author, or ended. */
export const proposalChanged = (
  { proposalId, artifactId, authorId, baseVersion, revision, end }: Proposal,
  { name }: Pick<Artifact, 'name'>,
  actorId: string,
): Fact => ({
  event: 'proposal',
  body: {
    proposalId,
    artifactId,
    artifactName: name,
    state: end?.state ?? 'open',
    authorId,
    actorId,
    baseVersion,
    revision,
    version: end?.version,
  },
});

export interface ProposalFact {
  proposalId: string;
  artifactId: string;
  artifactName: string;
  state: ProposalState;
  authorId: string;
  actorId: string;
  baseVersion: number;
  revision: number;
  /** The version that it became. */
  version?: number | undefined;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    proposal: ProposalFact;
  }
}
