import type { SpaceView } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import type { Waiting } from '../../resource.ts';
import { ProposalNote } from './note.tsx';

const mostArtifacts = 20;

/** The owner can decide all of them. */
export async function waitingIn(space: CompactSpace, { artifacts, participants }: SpaceView): Promise<readonly Waiting[]> {
  const isOwner = participants.some((each) => each.isOwner && each.participantId === space.participantId);
  if (!isOwner) return [];
  const some = artifacts.filter(({ openProposals = 0 }) => openProposals > 0).slice(0, mostArtifacts);
  const lists = await Promise.all(
    some.map(({ id: artifactId }) => space.call('listProposals', { artifactId }, { maxRetries: 1 })),
  );
  return lists
    .flatMap(({ proposals }) => proposals)
    .filter(({ authorId }) => authorId !== space.participantId)
    .map((proposal) => ({
      id: proposal.proposalId,
      isAnnouncedBy: ({ proposalId }) => proposalId === proposal.proposalId,
      show: () => (
        <ProposalNote
          proposal={proposal}
          artifactName={artifacts.find(({ id }) => id === proposal.artifactId)?.name ?? 'An artifact'}
          spaceId={space.spaceId}
        />
      ),
    }));
}
