import { Link } from '../app/link.tsx';
import { proposalAddress } from '../app/place.ts';
import { Avatar } from '../design/avatar.tsx';
import type { Item } from './items.ts';

interface NoteProps {
  item: Extract<Item, { kind: 'proposal' }>;
  spaceId: string;
}

/** A proposal is decided where its change is shown. */
export function ProposalNote({ item: { proposal, artifactName }, spaceId }: NoteProps) {
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
        <Link class="button" to={proposalAddress(spaceId, artifactId, proposalId)}>
          Review the proposal
        </Link>
      </div>
    </>
  );
}
