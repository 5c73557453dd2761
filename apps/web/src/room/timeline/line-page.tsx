import { Component } from 'preact';
import type { Entry, Room } from '../../space/room.ts';
import { Pieces } from '../../text/pieces.tsx';
import { goesOn, isSamePage, startsDay, type Page } from './lines.ts';
import { MessageItem } from './message-item.tsx';
import { Time } from './time.tsx';

interface LinePageProps {
  page: Page;
  room: Room;
  firstUnread: number | undefined;
}

/** Some lines that are next to each other. A new message draws only the last page again, and in it only one line. */
export class LinePage extends Component<LinePageProps> {
  override shouldComponentUpdate(next: LinePageProps): boolean {
    const { page, firstUnread } = this.props;
    return next.firstUnread !== firstUnread || !isSamePage(page, next.page);
  }

  override render({ page, room, firstUnread }: LinePageProps) {
    let { messageBefore, entryBefore } = page;
    const lines = page.entries.map((entry) => {
      const isFirstUnread = entry.sequence === firstUnread;
      const isNewDay = startsDay(entry, messageBefore);
      const isFollowing = goesOn(entry, entryBefore) && !isFirstUnread;
      entryBefore = entry;
      if (entry.kind === 'message') messageBefore = entry;
      return <Line key={entry.sequence} {...{ entry, room, isFirstUnread, isNewDay, isFollowing }} />;
    });
    return <ol class="lines">{lines}</ol>;
  }
}

interface LineProps {
  entry: Entry;
  room: Room;
  isFirstUnread: boolean;
  isNewDay: boolean;
  isFollowing: boolean;
}

class Line extends Component<LineProps> {
  override shouldComponentUpdate(next: LineProps): boolean {
    const { entry, isFirstUnread, isNewDay, isFollowing } = this.props;
    const isSame = next.entry === entry && next.isFirstUnread === isFirstUnread;
    return !isSame || next.isNewDay !== isNewDay || next.isFollowing !== isFollowing;
  }

  override render({ entry, room, isFirstUnread, isNewDay, isFollowing }: LineProps) {
    return (
      <>
        {isNewDay && entry.kind === 'message' && <Day timestamp={entry.message.timestamp} />}
        {isFirstUnread && (
          <li class="unread">
            <span>New messages</span>
          </li>
        )}
        {entry.kind === 'note' ? (
          <Note entry={entry} room={room} />
        ) : (
          <MessageItem message={entry.message} goesOn={isFollowing} room={room} />
        )}
      </>
    );
  }
}

function Note({ entry, room }: { entry: Extract<Entry, { kind: 'note' }>; room: Room }) {
  return (
    <li class="note" id={`m${entry.sequence}`} tabIndex={-1}>
      <Time timestamp={entry.at} />
      <Pieces pieces={entry.pieces} nameOf={(id) => room.nameOf(id)} />
    </li>
  );
}

function Day({ timestamp }: { timestamp: string }) {
  const day = new Date(timestamp);
  return (
    <li class="day">
      <time dateTime={timestamp}>
        {day.toLocaleDateString([], { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
      </time>
    </li>
  );
}
