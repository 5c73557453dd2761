import { useEffect, useRef, useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { announcementOf } from './announcement.ts';

const pauseMs = 1_000;

/** Says what is new to those who do not see it, at most once a second. */
export function Announcer({ room }: { room: Room }) {
  const [said, say] = useState('');
  const heard = useRef<number>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const entries = room.entries.value;
  const isLive = room.connection.value === 'live';
  useEffect(() => {
    if (!isLive || timer.current !== undefined) return;
    // What was there at the start is not new.
    const after = (heard.current ??= room.newest);
    if (after === room.newest) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const text = announcementOf(room.entries.peek(), after, room.me, (id, otherwise) => room.nameOf(id, otherwise));
      heard.current = room.newest;
      if (text) say(text);
    }, pauseMs);
  }, [entries, isLive]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <p class="unseen" role="status" aria-live="polite">
      {said}
    </p>
  );
}
