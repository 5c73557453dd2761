import type { ParticipantView } from '@parley/sdk';
import { useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { candidates, mentionAt, type Mention } from './mention.ts';

/** Completes names after an `@`, with the arrow keys, Enter, Tab and Escape, or by a click. */
export function useMention(room: Room, picked: (person: ParticipantView, where: Mention) => void) {
  const [where, follow] = useState<Mention>();
  const [at, select] = useState(0);
  const people = where ? candidates(where, room.participants.value, room.me) : [];
  const selected = Math.min(at, people.length - 1);
  const close = () => follow(undefined);
  const pick = (person: ParticipantView) => {
    close();
    picked(person, where!);
  };
  return {
    people,
    selected,
    close,
    pick,
    /** After the text or the caret has changed. */
    look({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
      follow(selectionStart === selectionEnd ? mentionAt(value, selectionEnd) : undefined);
      select(0);
    },
    /** Whether a key is one of the list. */
    typed(event: KeyboardEvent): boolean {
      if (people.length === 0) return false;
      const { key } = event;
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? people.length - 1 : 0;
      if (step > 0) select((selected + step) % people.length);
      else if (key === 'Escape') close();
      else if ((key === 'Enter' || key === 'Tab') && !event.shiftKey) pick(people[selected]!);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
