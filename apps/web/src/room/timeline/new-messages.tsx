import { counted } from '@parley/core/words';
import type { Room } from '../../space/room.ts';
import type { Scroller } from './scroller.ts';

interface NewMessagesProps {
  room: Room;
  scroller: Scroller;
  /** Whether somebody was led to the first of them, so that the end is next. */
  wasLed: { current: boolean };
  /** Whether what was passed over is unread until it was on the screen. */
  hasJumped: { current: boolean };
  /** Draws the line that new messages begin with. */
  mark(sequence: number): void;
  note(text: string): void;
}

/** How much is new elsewhere, and the way to it: first to the first of them, then to the end. */
export function NewMessages({ room, scroller, wasLed, hasJumped, mark, note }: NewMessagesProps) {
  const { count: unloaded, hasMore } = room.unloaded.value;
  const count = room.unread.value.length + unloaded;
  const go = async () => {
    const from = room.readUpTo.peek() + 1;
    const isNext = !wasLed.current && (unloaded === 0 || room.canReach(from));
    wasLed.current = true;
    if (isNext && unloaded > 0) {
      note('Loading the messages…');
      await room.reach(from).catch(() => {});
      // The lines are drawn in the next task.
      await new Promise((resolve) => setTimeout(resolve));
      const isLoaded = room.unloaded.peek().count === 0;
      note(isLoaded ? '' : 'They could not be loaded. Try again.');
      wasLed.current = isLoaded;
      if (!isLoaded) return;
    }
    hasJumped.current = false;
    const first = room.unread.peek()[0]?.sequence;
    const line = isNext && first !== undefined && scroller.lineOf(first);
    if (line) {
      mark(first);
      return scroller.show(line);
    }
    // Who goes there leaves out what is between, also while lines around the first get their heights.
    scroller.takeOver();
    scroller.toEnd();
    room.read(room.newest);
  };
  return (
    <button type="button" class={`to-newest${count > 0 ? '' : ' quiet'}`} onClick={go}>
      {count === 0 ? 'Latest messages' : `${hasMore ? 'More than ' : ''}${counted(count, 'new message')}`}
      <span aria-hidden="true"> {scroller.isAtEnd.value ? '↑' : '↓'}</span>
    </button>
  );
}
