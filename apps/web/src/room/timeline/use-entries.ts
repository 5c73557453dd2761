import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Entry, Room } from '../../space/room.ts';

type Entries = readonly Entry[];

/** Nobody sees more than ten new lines a second come one by one. */
const pauseMs = 100;

/** The entries of a room, of which many that come in a short time come together: drawing each of 100 in a second would leave no time to write. */
export function useEntries(room: Room): Entries {
  const [entries, show] = useState(room.entries.peek());
  useLayoutEffect(() => together(room.entries, show), [room]);
  return entries;
}

/** Shows entries until the returned function is called. What changes the beginning comes at once, because somebody waits for it there. */
export function together(entries: ReadonlySignal<Entries>, show: (entries: Entries) => void): () => void {
  let shown: Entries | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    clearTimeout(pause);
    pause = setTimeout(end, pauseMs);
    show((shown = entries.peek()));
  };
  const end = () => {
    pause = undefined;
    if (shown !== entries.peek()) draw();
  };
  const stop = entries.subscribe((next) => {
    if (pause === undefined || next[0] !== shown?.[0]) draw();
  });
  return () => {
    stop();
    clearTimeout(pause);
  };
}
