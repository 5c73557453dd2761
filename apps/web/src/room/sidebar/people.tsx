import type { ParticipantView } from '@parley/sdk';
import { useId, useState } from 'preact/hooks';
import { isPerson } from '../../participant/kind.tsx';
import type { Room } from '../../space/room.ts';
import { Person } from './person.tsx';

/** More than these are folded, and can be looked for. */
const mostUnfolded = 20;
const mostMore = 100;

/** Of many, those who can answer come first. */
const rankOf = ({ reach = 'away' }: ParticipantView): number => ['live', 'wakeable', 'away'].indexOf(reach);

/** Who is here, people and agents apart. */
export function People({ room }: { room: Room }) {
  const [query, look] = useState('');
  const present = room.participants.value.filter(({ status }) => status === 'active' || status === 'muted');
  const isMany = present.length > mostUnfolded;
  const here = isMany ? present.toSorted((a, b) => rankOf(a) - rankOf(b)) : present;
  const wanted = isMany ? query.trim().toLocaleLowerCase() : '';
  const found = wanted ? here.filter(({ name, role }) => `${name} ${role}`.toLocaleLowerCase().includes(wanted)) : here;
  const people = found.filter(isPerson);
  const shared = { isFolded: isMany && !wanted, room };
  return (
    <div class="everybody">
      {isMany && (
        <label class="finding">
          <span class="unseen">Find somebody among {here.length}</span>
          <input type="search" placeholder="Find somebody" value={query} onInput={(event) => look(event.currentTarget.value)} />
        </label>
      )}
      <Group title="People" members={people} {...shared} />
      <Group title="Agents" members={found.filter((each) => !people.includes(each))} {...shared} />
      {found.length === 0 && <p role="status">Nobody of that name is here.</p>}
      {here.some(({ speaker }) => speaker === 'guest') && (
        <small>A filled sign: an account or the owner stands for it. A hollow one: only their own word.</small>
      )}
    </div>
  );
}

interface GroupProps {
  title: string;
  members: readonly ParticipantView[];
  isFolded: boolean;
  room: Room;
}

function Group({ title, members, isFolded, room }: GroupProps) {
  const titleId = useId();
  const [isOpen, open] = useState(false);
  const [shown, show] = useState(mostUnfolded);
  if (members.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>
        {isFolded ? (
          <button type="button" class="plain unfold" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {title}
          </button>
        ) : (
          title
        )}{' '}
        <small>{members.length}</small>
      </h2>
      {(isOpen || !isFolded) && (
        <ul class="people">
          {members.slice(0, shown).map((participant) => (
            <Person key={participant.participantId} participant={participant} room={room} />
          ))}
        </ul>
      )}
      {(isOpen || !isFolded) && members.length > shown && (
        <button type="button" class="quiet small" onClick={() => show(shown + mostMore)}>
          Show more<span class="unseen"> of {members.length}</span>
        </button>
      )}
    </section>
  );
}
