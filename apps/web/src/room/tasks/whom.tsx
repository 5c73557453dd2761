import type { Room } from '../../space/room.ts';

/** A participant in a sentence. `then`: the name at that time, for who is no longer there. */
export function Whom({ id, then, room }: { id: string; then?: string | undefined; room: Room }) {
  if (id === room.me) return <>you</>;
  const isKnown = room.participants.value.some(({ participantId }) => participantId === id);
  return <bdi>{isKnown ? room.nameOf(id) : (then ?? 'somebody who has left')}</bdi>;
}
