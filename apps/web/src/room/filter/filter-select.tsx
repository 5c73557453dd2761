import './filter.css';
import { useContext } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { LinkTargets } from '../../text/link-targets.ts';
import { endFilter, filter, limitTo } from './address.ts';
import { filterOf, valueOf, type Filter } from './filter.ts';

/** Chooses to what the conversation is limited. */
export function FilterSelect({ room }: { room: Room }) {
  const targets = useContext(LinkTargets);
  const choose = (value: string) => {
    const chosen = filterOf(value);
    if (chosen) limitTo(chosen);
    else endFilter();
  };
  const option = (limit: Filter, name: string) => (
    <option key={valueOf(limit)} value={valueOf(limit)}>
      {name}
    </option>
  );
  return (
    <label class="limit">
      In the conversation, show
      <select value={valueOf(filter.value)} onChange={({ currentTarget: { value } }) => choose(value)}>
        <option value="">everything</option>
        {option({ by: 'people' }, 'only messages of people')}
        {option({ by: 'me' }, 'only what is for me')}
        <optgroup label="Only one participant">
          {room.participants.value.map(({ participantId: id, name }) => option({ by: 'participant', id }, name))}
        </optgroup>
        <optgroup label="Only about">{targets().map(({ id, name }) => option({ by: 'about', id }, name))}</optgroup>
      </select>
    </label>
  );
}
