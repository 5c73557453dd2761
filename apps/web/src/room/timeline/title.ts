import { counted } from '@parley/core/words';
import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Room } from '../../space/room.ts';

/** The title of the page says in which space one is, how much is unread, and how much waits. */
export function useTitle(room: Room): void {
  useSignalEffect(() => {
    const { length } = room.unread.value;
    const name = room.facts.value?.name ?? '';
    const waits = room.waiting.value;
    const unread = length > 0 ? `(${length}) ` : '';
    document.title = unread + [waits > 0 && counted(waits, 'waits', 'wait'), name, 'Parley'].filter(Boolean).join(' · ');
  });
  useEffect(() => () => void (document.title = 'Parley'), []);
}
