import './filter.css';
import { counted } from '@parley/core/words';
import { useContext } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { LinkTargets, type LinkTarget } from '../../text/link-targets.ts';
import { endFilter } from './address.ts';
import type { Filter } from './filter.ts';

interface FilterBarProps {
  room: Room;
  limit: Filter;
  /** How many of the loaded lines are shown. */
  shown: number;
}

/** Says that the conversation is limited, and ends that. */
export function FilterBar({ room, limit, shown }: FilterBarProps) {
  const targets = useContext(LinkTargets);
  return (
    <p class="filter-bar" role="status">
      <span dir="auto">
        {describe(limit, room, targets())}: {counted(shown, 'line')}
        {room.hasEarlier.value && ' of what is loaded'}
      </span>
      <button type="button" class="quiet small" onClick={endFilter}>
        Show everything
      </button>
    </p>
  );
}

/** What the lines have in common, for a reader. */
function describe(limit: Filter, room: Room, targets: readonly LinkTarget[]): string {
  switch (limit.by) {
    case 'people':
      return 'Only messages of people';
    case 'me':
      return 'Only what is for you, and what you said';
    case 'participant':
      return `Only what ${limit.id === room.me ? 'you' : room.nameOf(limit.id)} said and did`;
    case 'about':
      return `Only what is about ${targets.find(({ id }) => id === limit.id)?.name ?? 'one thing'}`;
  }
}
