import type { ProposalView } from '@parley/sdk';
import { Link } from '../../../app/link.tsx';
import { roomAddress } from '../../../app/place.ts';
import { Avatar } from '../../../design/avatar.tsx';
import { hashOf } from '../address.ts';

interface NoteProps {
  proposal: ProposalView;
  artifactName: string;
  spaceId: string;
}

/** A proposal is decided where its change is shown. */
export function ProposalNote({ proposal, artifactName, spaceId }: NoteProps) {
  const { authorId, authorName, note, artifactId, proposalId } = proposal;
  return (
    <>
      <div class="from">
        <Avatar participantId={authorId} />
        <p>
          <bdi class="name">{authorName}</bdi> proposes a change of “<bdi>{artifactName}</bdi>”
        </p>
      </div>
      {note && <p dir="auto">{note}</p>}
      <div class="buttons">
        <Link class="button" to={roomAddress(spaceId) + hashOf({ view: 'proposal', artifactId, about: proposalId })}>
          Review the proposal
        </Link>
      </div>
    </>
  );
}
