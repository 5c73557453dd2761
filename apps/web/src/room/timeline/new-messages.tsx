import { counted } from '@parley/core/words';
import type { Room } from '../../space/room.ts';
import type { Scroller } from './scroller.ts';

/** Where one reads is not the end: how much is new there, and the way to it. */
export function NewMessages({ room, scroller }: { room: Room; scroller: Scroller }) {
  if (scroller.isAtEnd.value) return null;
  const unread = room.unread.value;
  const go = () => {
    const line = unread[0] && document.getElementById(`m${unread[0].sequence}`);
    if (line) scroller.show(line);
    else scroller.toEnd();
  };
  return (
    <button type="button" class={`to-newest${unread.length > 0 ? '' : ' quiet'}`} onClick={go}>
      {unread.length === 0 ? 'Latest messages' : counted(unread.length, 'new message')}
      <span aria-hidden="true"> ↓</span>
    </button>
  );
}
