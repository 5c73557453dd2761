import type { CompactSpace } from '@parley/sdk/compact';
import type { Seen, Waiting } from '../../resource.ts';
import { hashOf } from '../address.ts';
import { ProposalNote } from './note.tsx';

const mostArtifacts = 20;

/** The owner can decide all of them. */
export async function waitingIn(space: CompactSpace, { artifacts, participants }: Seen): Promise<readonly Waiting[]> {
  const isOwner = participants.some((each) => each.isOwner && each.participantId === space.participantId);
  if (!isOwner) return [];
  const some = artifacts.filter(({ openProposals = 0 }) => openProposals > 0).slice(0, mostArtifacts);
  const lists = await Promise.all(
    some.map(({ id: artifactId }) => space.call('listProposals', { artifactId }, { maxRetries: 1 })),
  );
  return lists
    .flatMap(({ proposals }) => proposals)
    .filter(({ authorId }) => authorId !== space.participantId)
    .map((proposal) => {
      const { proposalId, artifactId, authorName } = proposal;
      const artifactName = artifacts.find(({ id }) => id === artifactId)?.name ?? 'An artifact';
      return {
        id: proposalId,
        title: `${authorName} proposes a change of “${artifactName}”`,
        hash: hashOf({ view: 'proposal', artifactId, about: proposalId }),
        isAnnouncedBy: (message) => message.proposalId === proposalId,
        show: () => <ProposalNote proposal={proposal} artifactName={artifactName} spaceId={space.spaceId} />,
      };
    });
}
