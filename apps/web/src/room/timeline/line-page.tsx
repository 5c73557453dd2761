import { Component, options } from 'preact';
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

interface LinePageState {
  /** Whether its lines are in the document: they are near what is visible. */
  isDrawn: boolean;
}

/** What a line takes that was never drawn. */
const assumedRem = 3.75;

const pageOf = new WeakMap<Element, LinePage>();

/** Some lines that are next to each other. A new message draws only the last page again, and in it only one line. */
export class LinePage extends Component<LinePageProps, LinePageState> {
  override state = { isDrawn: false };
  #list: Element | undefined;
  /** When it was drawn last. */
  #measured: { px: number; lines: number } | undefined;

  override shouldComponentUpdate(next: LinePageProps, { isDrawn }: LinePageState): boolean {
    const { page, firstUnread } = this.props;
    return isDrawn !== this.state.isDrawn || next.firstUnread !== firstUnread || !isSamePage(page, next.page);
  }

  draw(isDrawn: boolean): void {
    if (!isDrawn) {
      const { height: px } = this.#list!.getBoundingClientRect();
      this.#measured = { px, lines: this.props.page.entries.length };
    }
    this.setState({ isDrawn });
  }

  override render({ page, room, firstUnread }: LinePageProps, { isDrawn }: LinePageState) {
    if (!isDrawn) return <ol class="lines" ref={this.#know} style={{ height: this.#heightOf(page.entries.length) }} />;
    let { messageBefore, entryBefore } = page;
    const lines = page.entries.map((entry) => {
      const isFirstUnread = entry.sequence === firstUnread;
      const isNewDay = startsDay(entry, messageBefore);
      const isFollowing = goesOn(entry, entryBefore) && !isFirstUnread;
      entryBefore = entry;
      if (entry.kind === 'message') messageBefore = entry;
      return <Line key={entry.sequence} {...{ entry, room, isFirstUnread, isNewDay, isFollowing }} />;
    });
    return (
      <ol class="lines" ref={this.#know}>
        {lines}
      </ol>
    );
  }

  readonly #know = (list: Element | null): void => {
    if (list) pageOf.set((this.#list = list), this);
  };

  #heightOf(lines: number): string {
    return this.#measured ? `${this.#measured.px * (lines / this.#measured.lines)}px` : `${assumedRem * lines}rem`;
  }
}

/** Whether an element among the pages has what it shows. */
export const isDrawn = (element: Element): boolean => pageOf.get(element)?.state.isDrawn ?? true;

/** Whether an element is the page of a line, drawn or not. */
export const hasLine = (element: Element, sequence: number): boolean =>
  pageOf.get(element)?.props.page.entries.some((entry) => entry.sequence === sequence) ?? false;

/** Gives pages their lines, or takes them, before it returns, so that what follows can measure them. */
export function draw(elements: readonly Element[], areDrawn: boolean): void {
  const { debounceRendering } = options;
  let render: (() => void) | undefined;
  options.debounceRendering = (process) => (render = process);
  for (const element of elements) pageOf.get(element)?.draw(areDrawn);
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
  render?.();
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
