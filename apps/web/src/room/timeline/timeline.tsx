import './timeline.css';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { amend } from '../../space/memberships.ts';
import type { Entry, Room } from '../../space/room.ts';
import { Pieces } from '../../text/pieces.tsx';
import { MessageItem } from './message-item.tsx';

const nearPx = 80;

export function Timeline({ room, readUpTo }: { room: Room; readUpTo: number }) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const entries = room.entries.value;

  useLayoutEffect(() => {
    const log = list.current;
    if (log && isAtEnd.current) log.scrollTop = log.scrollHeight;
  }, [entries]);
  useEffect(() => {
    if (document.visibilityState === 'visible' && isAtEnd.current) amend(room.spaceId, { read: room.newest });
  }, [entries]);

  const scrolled = () => {
    const log = list.current!;
    isAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearPx;
  };
  return (
    <div class="timeline" ref={list} onScroll={scrolled} tabIndex={0} role="group" aria-label="Messages">
      {room.hasEarlier.value && (
        <button type="button" class="quiet" onClick={() => room.loadEarlier()}>
          Earlier messages
        </button>
      )}
      <ol>
        {entries.map((entry, i) => (
          <Line key={entry.sequence} entry={entry} before={entries[i - 1]} room={room} isFirstUnread={isUnreadAt(entries, i, readUpTo)} />
        ))}
      </ol>
    </div>
  );
}

const isUnreadAt = (entries: readonly Entry[], i: number, readUpTo: number): boolean =>
  readUpTo > 0 && entries[i]!.sequence > readUpTo && (entries[i - 1]?.sequence ?? 0) <= readUpTo && i > 0;

interface LineProps {
  entry: Entry;
  before: Entry | undefined;
  room: Room;
  isFirstUnread: boolean;
}

function Line({ entry, before, room, isFirstUnread }: LineProps) {
  const goesOn =
    before?.kind === 'message' && entry.kind === 'message' && before.message.senderId === entry.message.senderId && !isFirstUnread;
  return (
    <>
      {isFirstUnread && (
        <li class="unread" aria-label="New messages from here">
          <span>New</span>
        </li>
      )}
      {entry.kind === 'note' ? (
        <li class="note">
          <Pieces pieces={entry.pieces} nameOf={(id) => room.nameOf(id)} />
        </li>
      ) : (
        <MessageItem message={entry.message} goesOn={goesOn} room={room} />
      )}
    </>
  );
}
