import { useEffect, useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { endFilter, filter } from '../filter/address.ts';
import type { Scroller } from './scroller.ts';

const linked = (): number | undefined => {
  const [, sequence] = /^#m(\d{1,15})(?:&|$)/.exec(location.hash) ?? [];
  return sequence === undefined ? undefined : Number(sequence);
};

const shownMs = 2_500;
const saidMs = 8_000;

/** Scrolls to the message that the address links to, and highlights it. Loads it first if it is an earlier one. */
export function useLinkedMessage(
  room: Room,
  scroller: Scroller | undefined,
  isOpen: boolean,
  onJump: () => void,
): { say: string; isShown(): boolean } {
  const [said, say] = useState('');
  const lineOf = (sequence = linked()) => (sequence === undefined ? undefined : scroller?.lineOf(sequence));
  useEffect(() => {
    if (!scroller || !isOpen) return;
    const show = async () => {
      const sequence = linked();
      if (sequence === undefined) return;
      if (!lineOf()) {
        say('Loading the message…');
        if (filter.peek()) endFilter();
        await room.reach(sequence).catch(() => {});
        // The lines are drawn in the next task.
        await new Promise((resolve) => setTimeout(resolve));
      }
      const line = lineOf(sequence);
      if (line) onJump();
      if (line) showLine(line, scroller);
      say(line ? '' : 'The message of this link is not in this space, too far back, or could not be loaded.');
      if (!line) setTimeout(() => say(''), saidMs);
    };
    void show();
    addEventListener('hashchange', show);
    return () => removeEventListener('hashchange', show);
  }, [scroller, isOpen]);
  return { say: said, isShown: () => lineOf() !== undefined };
}

function showLine(line: HTMLElement, scroller: Scroller): void {
  scroller.show(line);
  line.focus({ preventScroll: true });
  line.classList.add('found');
  setTimeout(() => line.classList.remove('found'), shownMs);
}
