import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Room } from '../../space/room.ts';

/** The title of the page says in which space one is, and how much is unread. */
export function useTitle(room: Room): void {
  useSignalEffect(() => {
    const { length } = room.unread.value;
    const name = room.facts.value?.name ?? '';
    document.title = `${length > 0 ? `(${length}) ` : ''}${name && `${name} · `}Parley`;
  });
  useEffect(() => () => void (document.title = 'Parley'), []);
}
