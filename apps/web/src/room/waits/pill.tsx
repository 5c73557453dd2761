import { useEffect, useRef } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { goTo } from './go.ts';
import { waitingOf, watch } from './watch.ts';

/** How much waits for the reader. Each click goes to the next. */
export function WaitingPill({ room }: { room: Room }) {
  const last = useRef<string>(undefined);
  useEffect(() => watch(room), [room]);
  const items = waitingOf(room).value;
  if (items.length === 0) return null;
  const next = () => {
    const item = items[(items.findIndex(({ id }) => id === last.current) + 1) % items.length]!;
    last.current = item.id;
    goTo(item, room);
  };
  return (
    <button type="button" class="attention waiting-pill" onClick={next} title="Go to the next one">
      {items.length}
      <span> {items.length === 1 ? 'waits' : 'wait'} for you</span>
    </button>
  );
}
