import './timeline.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { later } from '../../app/later.tsx';
import { afterMessages } from '../../space/after-messages.ts';
import type { Entry, Room } from '../../space/room.ts';
import { endFilter, filter } from '../filter/address.ts';
import { passes } from '../filter/filter.ts';
import { folded } from './fold.ts';
import { pagesOf } from './lines.ts';
import { LinePage } from './line-page.tsx';
import { Scroller } from './scroller.ts';
import { useLinkedMessage } from './linked-message.ts';
import { useTitle } from './title.ts';

const Announcer = later(afterMessages(async () => (await import('./announcer.tsx')).Announcer));
const FilterBar = later(async () => (await import('../filter/filter-bar.tsx')).FilterBar);
const NewMessages = later(async () => (await import('./new-messages.tsx')).NewMessages);
const Nothing = later(async () => (await import('./nothing.tsx')).Nothing);
const Outgoings = later(async () => (await import('./outgoings.tsx')).Outgoings);

/** How far from the start earlier messages are loaded. */
const earlyPx = 600;

/** So many pages of what was earlier are looked through for what a filter shows, until somebody asks for more. */
const pagesOfFilter = 10;

export function Timeline({ room, readUpTo }: { room: Room; readUpTo: number }) {
  const log = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [scroller, scrollWith] = useState<Scroller>();
  const [firstUnread, mark] = useState<number>();
  const [noted, note] = useState('');
  const entries = room.entries.value;
  const newest = entries.at(-1)?.sequence ?? 0;
  const hasEarlier = room.hasEarlier.value;
  const limit = filter.value;
  // Who is a person can be known later than the lines.
  const people = limit && room.participants.value;
  const shown = useMemo(
    () => (limit ? entries.filter((entry) => passes(entry, limit, room)) : entries),
    [entries, limit, people],
  );
  const pages = useMemo(() => pagesOf(folded(shown)), [shown]);
  const isOpen = entries.length > 0;
  const start = `${entries[0]?.sequence} ${hasEarlier}`;
  const drawn = useRef(start);

  // While the lines are still as they were.
  if (drawn.current !== start) scroller?.hold();
  useLayoutEffect(() => {
    if (drawn.current !== start) scroller?.restore();
    drawn.current = start;
  }, [start]);

  useLayoutEffect(() => {
    const made = new Scroller(log.current!, list.current!);
    scrollWith(made);
    return () => made.close();
  }, []);
  const hasJumped = useRef(false);
  /** Whether somebody was led to the first unread message, so that the end is next. */
  const wasLed = useRef(false);
  const { say, isShown } = useLinkedMessage(room, scroller, isOpen, () => (hasJumped.current = true));
  useLayoutEffect(() => {
    if (!scroller || !isOpen) return;
    const isLoaded = room.unloaded.peek().count === 0;
    const unread = readUpTo > 0 && isLoaded ? firstAfter(entries, readUpTo, room.me) : undefined;
    mark(unread);
    // Nothing counts as read over what was not shown.
    if (!isLoaded) hasJumped.current = true;
    wasLed.current = unread !== undefined;
    if (isShown()) return;
    const line = unread !== undefined && scroller.lineOf(unread);
    if (line) scroller.show(line);
    else scroller.toEnd();
    // What does not fill the window cannot be scrolled, which would ask for more.
    void fill();
  }, [scroller, isOpen]);
  useLayoutEffect(() => {
    scroller?.grown();
  }, [entries]);

  const noteRead = () => {
    // What a filter leaves out is not read.
    if (document.visibilityState !== 'visible' || !scroller || filter.peek()) return;
    // What a link has passed over is unread until it was on the screen.
    const unread = room.unloaded.peek().count > 0 ? 0 : (room.unread.peek()[0]?.sequence ?? Infinity);
    if (hasJumped.current && unread < sequenceOf(scroller.firstRead())) return;
    hasJumped.current = false;
    room.read(scroller.isAtEnd.peek() ? newest : sequenceOf(scroller.lastRead()));
  };
  useEffect(noteRead, [entries, scroller]);
  useEffect(() => {
    // What arrives while nobody looks is marked when they return.
    const changed = () => (document.visibilityState === 'visible' ? noteRead() : mark(undefined));
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  });
  const seen = useRef(newest);
  useEffect(() => {
    const [first] = room.unread.peek();
    const isFirst = first !== undefined && seen.current > 0 && first.sequence > seen.current;
    // What comes while nobody looks there begins with a line.
    if (isFirst && (document.visibilityState === 'hidden' || !scroller?.isAtEnd.peek())) {
      mark(first.sequence);
      wasLed.current = false;
    }
    seen.current = newest;
  }, [entries]);
  const isAtEnd = scroller?.isAtEnd.value;
  useEffect(() => {
    if (isAtEnd && room.unloaded.peek().count === 0) wasLed.current = false;
  }, [isAtEnd]);
  const outgoing = room.outbox.messages.value.length;
  const waited = useRef(outgoing);
  useLayoutEffect(() => {
    // What one sends is seen; a correction is where the message is.
    if (outgoing > waited.current && room.outbox.messages.peek().at(-1)?.replaces === undefined) {
      if (limit && limit.by !== 'me') endFilter();
      scroller?.toEnd();
    }
    waited.current = outgoing;
  }, [outgoing]);
  const wasLimited = useRef(limit);
  useLayoutEffect(() => {
    if (wasLimited.current === limit) return;
    wasLimited.current = limit;
    const unread = limit ? undefined : room.unread.peek()[0]?.sequence;
    mark(unread);
    if (isShown()) return;
    const line = unread !== undefined && scroller?.lineOf(unread);
    if (line) scroller?.show(line);
    else scroller?.toEnd();
    if (limit) void fill();
  }, [limit]);
  useTitle(room);

  const scrolled = () => {
    scroller?.moved();
    noteRead();
    void fill();
  };
  // Who is at the start when a page has come makes no scroll that would ask for another.
  const fill = async () => {
    const most = filter.peek() ? pagesOfFilter : Infinity;
    for (let i = 0; i < most && log.current && log.current.scrollTop < earlyPx && room.hasEarlier.peek(); i += 1)
      if (!(await loadEarlier(room))) return;
  };
  const takeOver = () => scroller?.takeOver();
  const pressed = (event: KeyboardEvent) => {
    takeOver();
    const { key, target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (target !== currentTarget || altKey || ctrlKey || metaKey || shiftKey) return;
    // The browser would pass through all pages, and stop elsewhere when they get other heights than it assumed.
    if (key === 'Home') scroller?.toStart();
    else if (key === 'End') scroller?.toEnd();
    else return;
    event.preventDefault();
  };
  return (
    <div class="reading">
      <h2 class="unseen">Messages</h2>
      {limit && <FilterBar room={room} limit={limit} shown={shown.length} />}
      <div
        class="timeline"
        ref={log}
        onScroll={scrolled}
        onWheel={takeOver}
        onTouchStart={takeOver}
        onPointerDown={takeOver}
        onKeyDown={pressed}
        tabIndex={0}
        role="group"
        aria-label="Messages"
      >
        {hasEarlier && (
          <button type="button" class="quiet earlier" onClick={() => loadEarlier(room)}>
            Earlier messages
          </button>
        )}
        {!isOpen && room.connection.value === 'live' && <Nothing room={room} />}
        <div class="pages" ref={list}>
          {pages.map((page) => (
            <LinePage key={page.number} page={page} room={room} firstUnread={firstUnread} />
          ))}
          <Outgoings room={room} entries={entries} />
        </div>
      </div>
      {scroller && (!isAtEnd || room.unloaded.value.count > 0) && (
        <NewMessages {...{ room, scroller, wasLed, hasJumped, mark, note }} />
      )}
      <Announcer room={room} />
      <p class="place" role="status">
        {say || noted}
      </p>
    </div>
  );
}

/** The number of a line, such as `m42`. */
const sequenceOf = (line: Element | undefined): number => Number(line?.id.slice(1)) || 0;

/** The first message of somebody else after a sequence. */
const firstAfter = (entries: readonly Entry[], sequence: number, me: string): number | undefined =>
  entries.find((entry) => entry.sequence > sequence && entry.kind === 'message' && entry.message.senderId !== me)?.sequence;

/** A failure shows as the state of the connection, and the next scroll tries again. */
const loadEarlier = (room: Room): Promise<boolean> =>
  room.loadEarlier().then(
    () => true,
    () => false,
  );
