import { counted } from '@parley/core/words';
import type { ParticipantView } from '@parley/sdk';
import { Avatar } from '../../design/avatar.tsx';
import { reachInWords } from '../../participant/reach.ts';
import { listId, optionOf } from './mention.ts';

interface MentionsProps {
  people: readonly ParticipantView[];
  selected: number;
  pick(person: ParticipantView): void;
}

/** Who can be meant by what is typed. The focus stays in the text. */
export function Mentions({ people, selected, pick }: MentionsProps) {
  return (
    <>
      <ul class="mentions" id={listId} role="listbox" aria-label="People to direct the message to">
        {people.map((person, i) => (
          <li
            key={person.participantId}
            id={optionOf(person.participantId)}
            role="option"
            aria-selected={i === selected}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(person)}
          >
            <Avatar participantId={person.participantId} reach={person.reach} />
            <bdi>{person.name}</bdi>
            <small>{person.status === 'muted' ? 'muted, cannot answer' : reachInWords(person, Date.now())}</small>
          </li>
        ))}
      </ul>
      <p class="unseen" role="status">
        {counted(people.length, 'name')}. Choose with the arrow keys and Enter.
      </p>
    </>
  );
}
